import { sql } from 'drizzle-orm';
import { bigint, boolean, check, customType, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PART_KINDS, PARTY_KINDS } from '#contract/bank/proposal';
import type { Address } from '#contract/core/fields';
import { baseColumns, instant } from '../../core/db/columns.ts';

/** Tables of the bank module that have no list of their own. */

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The files of statements, byte for byte as they came (§ 147 AO). Kept apart, so that lists and the audit log do not read them. */
export const bankFiles = pgTable('bank_files', {
  checksum: text().primaryKey(),
  content: bytes().notNull(),
  createdAt: instant().notNull().default(sql`now()`),
});

/**
 * What a bank entry was booked as: its parts add up to its amount. Append-only but for `undone_at`. Exactly one of payment and ledger entry
 * is named; a return and a recorded payment name the payment that they reverse or confirm.
 */
export const bankBookings = pgTable(
  'bank_bookings',
  {
    id: baseColumns.id,
    createdAt: baseColumns.createdAt,
    createdBy: uuid(),
    entryId: uuid().notNull(),
    kind: text({ enum: PART_KINDS }).notNull(),
    /** Signed, in the currency of the account. */
    amount: bigint({ mode: 'number' }).notNull(),
    text: text().notNull().default(''),
    paymentId: uuid(),
    ledgerEntryId: uuid(),
    undoneAt: instant(),
    undoneBy: uuid(),
  },
  (t) => [
    index('bank_bookings_entry').on(t.entryId),
    // A payment is confirmed by one movement, and returned by one.
    uniqueIndex('bank_bookings_payment').on(t.paymentId, t.kind).where(sql`undone_at is null and payment_id is not null`),
    index('bank_bookings_ledger').on(t.ledgerEntryId),
    check('bank_bookings_some', sql`amount <> 0`),
    check('bank_bookings_one', sql`num_nonnulls(payment_id, ledger_entry_id) = 1`),
  ],
);

/** Accounts that parties were seen to pay from: learned when somebody accepts a proposal. */
export const bankPartyIbans = pgTable(
  'bank_party_ibans',
  {
    iban: text().notNull(),
    partyKind: text({ enum: PARTY_KINDS }).notNull(),
    partyId: uuid().notNull(),
    learnedAt: instant().notNull().default(sql`now()`),
    learnedBy: uuid(),
  },
  (t) => [primaryKey({ columns: [t.iban, t.partyId] })],
);

/** Orders of a payment run, one a bill. `endToEnd` is the number of the payment that the statement will book. */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    id: baseColumns.id,
    createdAt: baseColumns.createdAt,
    runId: uuid().notNull(),
    billId: uuid().notNull(),
    partyKind: text({ enum: PARTY_KINDS }).notNull(),
    partyId: uuid().notNull(),
    name: text().notNull(),
    iban: text().notNull(),
    bic: text().notNull().default(''),
    address: jsonb().$type<Partial<Address>>().notNull().default({}),
    /** Sent to the bank, and the cash discount taken. */
    amount: bigint({ mode: 'number' }).notNull(),
    discount: bigint({ mode: 'number' }).notNull().default(0),
    text: text().notNull().default(''),
    endToEnd: text().notNull(),
    /** False once the run is cancelled; the bill can be paid by another one. */
    live: boolean().notNull().default(true),
    /** The movement that showed the order. */
    entryId: uuid(),
  },
  (t) => [
    index('payment_orders_run').on(t.runId),
    uniqueIndex('payment_orders_bill').on(t.billId).where(sql`live and entry_id is null`),
    uniqueIndex('payment_orders_reference').on(t.endToEnd),
    check('payment_orders_some', sql`amount > 0 and discount >= 0`),
  ],
);
