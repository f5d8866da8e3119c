import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LEFT_OUT } from '#contract/money/dunning-states';
import type { IncomingFinding } from '#contract/money/incoming-findings';
import type { ReceivedInvoice } from '#contract/money/received-invoice';
import { baseColumns } from '../../core/db/columns.ts';

/** Tables of the money module that have no list of their own. */

/** The last number of each circle and year. Posting locks the row until commit, so a rollback leaves no gap (P42). */
export const invoiceCircles = pgTable(
  'invoice_circles',
  { circle: text().notNull(), year: integer().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.circle, t.year] })],
);

/**
 * Allocations: a payment or credit note on one side; an invoice, a credit note to be refunded, or a bill on the other. A credit of a carrier
 * settles its bills, and a refund settles it. Append-only;
 * reversed by a row with the opposite amount. The database maintains `settled` of both sides and refuses more than is open.
 */
export const allocations = pgTable(
  'allocations',
  {
    id: baseColumns.id,
    createdAt: baseColumns.createdAt,
    createdBy: uuid(),
    /** The day from which the allocation counts in balances. */
    allocatedOn: date({ mode: 'string' }).notNull(),
    paymentId: uuid(),
    creditId: uuid(),
    /** An approved credit of a supplier or carrier, which settles one of its bills. */
    creditBillId: uuid(),
    invoiceId: uuid(),
    billId: uuid(),
    amount: bigint({ mode: 'number' }).notNull(),
    /** The allocated amount in the house's currency at the rate of each side. The difference is the exchange gain or loss. */
    fromBase: bigint({ mode: 'number' }).notNull().default(0),
    toBase: bigint({ mode: 'number' }).notNull().default(0),
    reversesId: uuid(),
  },
  (t) => [
    uniqueIndex('allocations_reverses').on(t.reversesId),
    index('allocations_payment').on(t.paymentId),
    index('allocations_credit').on(t.creditId),
    index('allocations_credit_bill').on(t.creditBillId),
    index('allocations_invoice').on(t.invoiceId, t.allocatedOn),
    index('allocations_bill').on(t.billId, t.allocatedOn),
    index('allocations_on').on(t.allocatedOn),
    check('allocations_from', sql`num_nonnulls(payment_id, credit_id, credit_bill_id) = 1`),
    check('allocations_to', sql`num_nonnulls(invoice_id, bill_id) = 1`),
    check('allocations_some', sql`amount <> 0 and (amount < 0) = (reverses_id is not null)`),
  ],
);

/**
 * The number of each party in the books of the accountant: debtors from 10000, creditors from 70000 (DATEV). Given at the first booking and
 * never changed.
 */
export const partyAccounts = pgTable(
  'party_accounts',
  { no: integer().primaryKey(), side: text().notNull(), partyId: uuid().notNull() },
  (t) => [uniqueIndex('party_accounts_party').on(t.partyId, t.side)],
);

/**
 * What an incoming invoice says, as it was read from its file, and the findings when it was taken over or rejected. Kept apart, because a
 * document of 10,000 lines has some megabytes.
 */
export const incomingBillDocuments = pgTable('incoming_bill_documents', {
  incomingBillId: uuid().primaryKey(),
  document: jsonb().$type<ReceivedInvoice>().notNull(),
  findings: jsonb().$type<IncomingFinding[]>().notNull().default([]),
});

/**
 * The overdue items of a dunning run: in a letter, or left out with the reason. An item is in one open run only, and each of its levels is
 * sent once, one step after the other (dunning-triggers.sql).
 */
export const dunningItems = pgTable(
  'dunning_items',
  {
    id: baseColumns.id,
    createdAt: baseColumns.createdAt,
    runId: uuid().notNull(),
    letterId: uuid(),
    invoiceId: uuid().notNull(),
    /** The proposed level; of an item that is left out, the one that it would have. 0: there is none. */
    level: integer().notNull(),
    /** In the smallest unit of the invoice's currency. */
    open: bigint({ mode: 'number' }).notNull(),
    disputed: bigint({ mode: 'number' }).notNull().default(0),
    interest: bigint({ mode: 'number' }).notNull().default(0),
    daysLate: integer().notNull(),
    reason: text({ enum: LEFT_OUT }),
    /** The first day on which the next level may be sent, or the day until which the item is held. */
    nextOn: date({ mode: 'string' }),
    /** In a run that is neither sent nor cancelled. */
    live: boolean().notNull().default(false),
    sentOn: date({ mode: 'string' }),
  },
  (t) => [
    uniqueIndex('dunning_items_once').on(t.runId, t.invoiceId),
    uniqueIndex('dunning_items_live').on(t.invoiceId).where(sql`live`),
    uniqueIndex('dunning_items_level').on(t.invoiceId, t.level).where(sql`sent_on is not null`),
    index('dunning_items_letter').on(t.letterId),
    check('dunning_items_left_out', sql`sent_on is null or (reason is null and letter_id is not null and level > 0)`),
  ],
);
