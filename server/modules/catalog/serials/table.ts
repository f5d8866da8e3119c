import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { SERIAL_STATES } from '#contract/catalog/serials';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const serials = pgTable(
  'serials',
  {
    ...baseColumns,
    merchantId: uuid().notNull(),
    itemId: uuid().notNull(),
    serial: text().notNull(),
    state: text({ enum: SERIAL_STATES }).notNull(),
    taskId: uuid(),
    shippedAt: instant(),
    replacesId: uuid(),
    replacedById: uuid(),
    swapReason: text().notNull().default(''),
  },
  (t) => [unique('serials_key').on(t.merchantId, t.itemId, t.serial)],
);
