import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { CHARGE_CAUSES, COST_KINDS, LINE_RESULTS, LINE_STATES } from '#contract/billing/carrier-costs';
import { CURRENCIES } from '#contract/core/fields';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const plain = () => text().notNull().default('');

export const carrierBillLines = pgTable(
  'carrier_bill_lines',
  {
    ...baseColumns,
    carrierBillId: uuid().notNull(),
    carrierId: uuid().notNull(),
    line: integer().notNull(),
    /** Place among the costs of the file. */
    position: integer().notNull(),
    trackingNo: text().notNull(),
    /** See `trackingKey` (contract/billing/carrier-costs.ts). */
    trackingKey: text().notNull(),
    purchaseId: uuid(),
    parcelId: uuid(),
    merchantId: uuid(),
    billedOn: date({ mode: 'string' }),
    service: plain(),
    weight: integer(),
    labelWeight: integer(),
    zone: plain(),
    labelZone: plain(),
    kind: text({ enum: COST_KINDS }).notNull(),
    heading: plain(),
    currency: text({ enum: CURRENCIES }).notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    expected: bigint({ mode: 'number' }),
    difference: bigint({ mode: 'number' }).notNull().default(0),
    result: text({ enum: LINE_RESULTS }).notNull().default('notOurs'),
    cause: text({ enum: CHARGE_CAUSES }),
    earlierId: uuid(),
    state: text({ enum: LINE_STATES }).notNull().default('none'),
    disputeId: uuid(),
    decisionId: uuid(),
    decidedAt: instant(),
    decidedBy: uuid(),
  },
  (t) => [
    index('carrier_bill_lines_of').on(t.carrierBillId, t.result),
    index('carrier_bill_lines_tracking').on(t.carrierId, t.trackingKey),
    index('carrier_bill_lines_charged').on(t.decidedAt).where(sql`state = 'charged'`),
    index('carrier_bill_lines_decision').on(t.decisionId).where(sql`decision_id is not null`),
    check('carrier_bill_lines_decided', sql`(state in ('accepted', 'disputed', 'charged')) = (decided_at is not null)`),
    check(
      'carrier_bill_lines_charge',
      sql`state <> 'charged' or (purchase_id is not null and merchant_id is not null and difference > 0 and cause is not null)`,
    ),
  ],
);
