import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LINE_DECISIONS } from '#contract/billing/carrier-costs';
import { BILLED, type Billed } from '#contract/money/circles';
import { INVOICE_KINDS } from '#contract/money/status';
import { instant } from '../../core/db/columns.ts';

/** Tables of the billing module that have no list of their own. */

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** What a merchant pays of a run. `amount` and `before` are in the smallest unit, net: of this run and of the run before, by category. */
export const billingRunMerchants = pgTable(
  'billing_run_merchants',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    runId: uuid().notNull(),
    merchantId: uuid().notNull(),
    currency: text({ enum: BILLED }).notNull(),
    amount: bigint({ mode: 'number' }).notNull().default(0),
    before: bigint({ mode: 'number' }).notNull().default(0),
    totals: jsonb().$type<{ categoryId: string; amount: number; before: number }[]>().notNull().default([]),
    findings: jsonb()
      .$type<{ code: string; categoryId?: string; count?: number; amount?: number; currency?: Billed; why?: string }[]>()
      .notNull()
      .default([]),
    /** Why nothing was posted for this merchant; the run goes on with the others. */
    refusal: text().notNull().default(''),
    annexFile: text(),
    annexHash: text().notNull().default(''),
    postedAt: instant(),
  },
  (t) => [uniqueIndex('billing_run_merchants_once').on(t.runId, t.merchantId)],
);

/** The documents of a run: one invoice at most for each merchant, and one credit note for each invoice that is taken back in part. */
export const billingDocuments = pgTable(
  'billing_documents',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    runId: uuid().notNull(),
    merchantId: uuid().notNull(),
    kind: text({ enum: INVOICE_KINDS }).notNull(),
    /** Of a credit note: the invoice that it takes back in part. Of an invoice: null. */
    ofInvoiceId: uuid(),
    invoiceId: uuid().notNull(),
  },
  (t) => [
    uniqueIndex('billing_documents_invoice').on(t.runId, t.merchantId).where(sql`kind = 'invoice'`),
    uniqueIndex('billing_documents_credit').on(t.runId, t.merchantId, t.ofInvoiceId).where(sql`kind = 'creditNote'`),
    index('billing_documents_of').on(t.invoiceId),
  ],
);

/** The lists of carriers, byte for byte as they came (§ 147 AO). */
export const carrierBillFiles = pgTable('carrier_bill_files', {
  checksum: text().primaryKey(),
  content: bytes().notNull(),
  createdAt: instant().notNull().default(sql`now()`),
});

/** Who decided what about which number of lines, also if it was undone. Append-only but for `undone_at` and `undone_by`. */
export const carrierDecisions = pgTable(
  'carrier_decisions',
  {
    id: uuid().primaryKey().default(sql`kontor_uuid7()`),
    createdAt: instant().notNull().default(sql`now()`),
    createdBy: uuid(),
    carrierBillId: uuid().notNull(),
    decision: text({ enum: LINE_DECISIONS }).notNull(),
    lines: integer().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    /** Labels whose unknown cost became the billed one, with that cost. */
    learned: jsonb().$type<{ id: string; cost: number }[]>().notNull().default([]),
    undoneAt: instant(),
    undoneBy: uuid(),
  },
  (t) => [index('carrier_decisions_bill').on(t.carrierBillId)],
);
