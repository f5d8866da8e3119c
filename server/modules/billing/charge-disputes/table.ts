import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { DISPUTE_STATUSES } from '#contract/billing/charge-states';
import { BILLED } from '#contract/money/circles';
import { baseColumns, instant } from '../../../core/db/columns.ts';

export const chargeDisputeNo = pgSequence('charge_dispute_no', { startWith: 1001 });

export const chargeDisputes = pgTable(
  'charge_disputes',
  {
    ...baseColumns,
    no: text().notNull().default(sql`'RK-' || nextval('charge_dispute_no')`),
    merchantId: uuid().notNull(),
    chargeId: uuid(),
    invoiceId: uuid(),
    lineId: uuid(),
    subject: text().notNull(),
    reason: text().notNull(),
    currency: text({ enum: BILLED }).notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    gross: bigint({ mode: 'number' }).notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull().default('open'),
    openedOn: date({ mode: 'string' }).notNull(),
    answer: text().notNull().default(''),
    accepted: bigint({ mode: 'number' }).notNull().default(0),
    creditId: uuid(),
    decidedAt: instant(),
    decidedBy: uuid(),
  },
  (t) => [
    // A charge, or a line that has no charge, is disputed once; a withdrawn dispute can be opened again.
    uniqueIndex('charge_disputes_charge').on(t.chargeId).where(sql`status <> 'withdrawn' and charge_id is not null`),
    uniqueIndex('charge_disputes_line').on(t.invoiceId, t.lineId).where(sql`status <> 'withdrawn' and charge_id is null`),
    index('charge_disputes_open').on(t.invoiceId).where(sql`status = 'open'`),
    check('charge_disputes_of', sql`charge_id is not null or (invoice_id is not null and line_id is not null)`),
    check('charge_disputes_some', sql`amount > 0 and gross >= amount and accepted >= 0`),
    check('charge_disputes_decided', sql`(status in ('accepted', 'part', 'rejected')) = (decided_at is not null)`),
  ],
);
