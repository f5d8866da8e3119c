import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { DISPUTE_STATES } from '#contract/billing/carrier-costs';
import { CURRENCIES } from '#contract/core/fields';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const carrierDisputes = pgTable(
  'carrier_disputes',
  {
    ...baseColumns,
    no: text().notNull(),
    carrierId: uuid().notNull(),
    carrierBillId: uuid().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    lines: integer().notNull().default(0),
    amount: bigint({ mode: 'number' }).notNull().default(0),
    state: text({ enum: DISPUTE_STATES }).notNull().default('open'),
    credited: bigint({ mode: 'number' }).notNull().default(0),
    note: text().notNull().default(''),
    answeredAt: instant(),
    answeredBy: uuid(),
  },
  (t) => [
    // What is added to a dispute that is open is sent with it.
    uniqueIndex('carrier_disputes_open').on(t.carrierBillId).where(sql`state = 'open' and deleted_at is null`),
    check('carrier_disputes_answered', sql`(state = 'open') = (answered_at is null)`),
    check('carrier_disputes_credited', sql`credited between 0 and amount and (credited > 0) = (state = 'credited')`),
  ],
);
