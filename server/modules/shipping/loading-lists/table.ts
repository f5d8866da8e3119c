import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LOADING_STATES } from '#contract/shipping/loading-lists';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const loadingLists = pgTable(
  'loading_lists',
  {
    ...baseColumns,
    no: text().notNull(),
    carrierId: uuid().notNull(),
    dockId: uuid(),
    vehicle: text().notNull().default(''),
    driver: text().notNull().default(''),
    state: text({ enum: LOADING_STATES }).notNull().default('open'),
    parcels: integer().notNull().default(0),
    weight: integer().notNull().default(0),
    handedOverAt: instant(),
    signedFile: text(),
  },
  (t) => [uniqueIndex('loading_lists_no').on(t.no), index('loading_lists_state').on(t.state)],
);
