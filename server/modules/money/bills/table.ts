import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CURRENCIES } from '#contract/core/fields';
import type { BillLine } from '#contract/money/bills';
import { BILL_KINDS, BILL_STATUSES } from '#contract/money/status';
import type { VatGroup } from '#contract/money/sums';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const sum = () => bigint({ mode: 'number' }).notNull().default(0);

export const bills = pgTable(
  'bills',
  {
    ...baseColumns,
    no: text().notNull(),
    kind: text({ enum: BILL_KINDS }).notNull().default('bill'),
    creditsId: uuid(),
    supplierId: uuid(),
    carrierId: uuid(),
    purchaseOrderId: uuid(),
    theirNo: text().notNull(),
    billDate: date({ mode: 'string' }).notNull(),
    dueDate: date({ mode: 'string' }),
    currency: text({ enum: CURRENCIES }).notNull().default('EUR'),
    theirTotal: bigint({ mode: 'number' }).notNull(),
    file: text(),
    lines: jsonb().$type<BillLine[]>().notNull().default([]),
    remark: text().notNull().default(''),
    status: text({ enum: BILL_STATUSES }).notNull().default('entered'),
    overdue: boolean().notNull().default(false),
    net: sum(),
    tax: sum(),
    gross: sum(),
    settled: sum(),
    open: bigint({ mode: 'number' }).notNull().generatedAlwaysAs(sql`case when approved_at is null then 0 else gross - settled end`),
    rate: bigint({ mode: 'number' }),
    serviceOn: date({ mode: 'string' }),
    rounding: sum(),
    differences: integer().notNull().default(0),
    aboveReceipt: integer().notNull().default(0),
    refused: sum(),
    beforeService: boolean().notNull().default(false),
    approvedAt: instant(),
    approvedBy: uuid(),
    approvalReason: text().notNull().default(''),
    disputedAt: instant(),
    disputeReason: text().notNull().default(''),
    byCarrier: boolean().notNull().default(false),
    /** The breakdown of VAT that an e-invoice states. It is booked as it is; null where a person typed the bill. */
    theirVat: jsonb().$type<VatGroup[]>(),
    /** The day on which an e-invoice was received: input VAT cannot be deducted before it (§ 15 UStG). */
    receivedOn: date({ mode: 'string' }),
  },
  (t) => [
    uniqueIndex('bills_no').on(t.no),
    index('bills_status').on(t.status),
    index('bills_file').on(t.file).where(sql`file is not null`),
    index('bills_credits').on(t.creditsId).where(sql`credits_id is not null`),
    index('bills_dated').on(t.billDate, t.sortAt),
    index('bills_open').on(t.dueDate).where(sql`open > 0`),
    check('bills_one_party', sql`num_nonnulls(supplier_id, carrier_id) = 1`),
    check('bills_credit', sql`(kind = 'credit') = (credits_id is not null)`),
    check('bills_within', sql`settled >= 0 and settled <= gross`),
  ],
);
