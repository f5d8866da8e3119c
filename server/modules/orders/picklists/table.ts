import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PICKLIST_KINDS, PICKLIST_STATES } from '#contract/orders/picklists';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const counter = () => integer().notNull().default(0);

export const picklists = pgTable(
  'picklists',
  {
    ...baseColumns,
    no: text().notNull(),
    kind: text({ enum: PICKLIST_KINDS }).notNull().default('batch'),
    state: text({ enum: PICKLIST_STATES }).notNull().default('open'),
    merchantId: uuid(),
    zone: text().notNull().default(''),
    carrierId: uuid(),
    pickerId: uuid(),
    cartId: uuid(),
    orders: counter(),
    lines: counter(),
    pieces: counter(),
    picked: counter(),
    short: counter(),
    printedAt: instant(),
    startedAt: instant(),
    doneAt: instant(),
  },
  (t) => [uniqueIndex('picklists_no').on(t.no), index('picklists_state').on(t.state)],
);
