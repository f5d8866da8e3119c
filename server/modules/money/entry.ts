import { sql } from 'drizzle-orm';
import type { AccountKind } from '#contract/money/accounts';
import { PAR } from '#contract/money/fx';
import { type Currency, HOUSE_CURRENCY } from '#contract/money/scale';
import type { SOURCES } from '#contract/money/transactions';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { fxRates } from './fx-rates/table.ts';

/**
 * A line of an entry. A positive `amount` is a debit. `base` is the amount in the house's currency. `account` overrides the standard
 * account of the kind.
 */
export type EntryLine = {
  kind: AccountKind;
  account?: string | null;
  currency: Currency;
  amount: number;
  base: number;
  taxCode?: string;
  /** Tax point of the line; default: that of the entry. */
  taxOn?: string;
  text?: string;
};
export type EntryHead = {
  /** The day of the document. In a closed month the entry takes the first open day after it. */
  bookedOn: string;
  /** Tax point: the day of the service. */
  taxOn?: string | null;
  source: (typeof SOURCES)[number];
  documentNo: string;
  party: string;
  text?: string;
  invoiceId?: string | null;
  billId?: string | null;
  paymentId?: string | null;
  manualId?: string | null;
};

const insertEntry = statement(
  { id: cell.uuid },
  ({ head, lines }: { head: string; lines: string }) => sql`select kontor_post_entry(${head}::jsonb, ${lines}::jsonb) as id`,
);
const findRate = statement(
  { rate: fxRates.rate, validOn: fxRates.validOn },
  ({
    currency,
    day,
  }: {
    currency: Currency;
    day: string;
  }) => sql`select rate, valid_on from fx_rates where currency = ${currency} and valid_on between ${day}::date - 10 and ${day}::date and deleted_at is null
      order by valid_on desc, source = 'ecb' desc, sort_at desc limit 1`,
);
const findToday = statement({ day: cell.text }, () => sql`select kontor_day()::text as day`);

/**
 * Books one entry; the only way to write the ledger. The database checks that the entry balances in each currency.
 * @returns the entry's id
 * @throws a PostgreSQL error KM001, answered as StateRefused, if there is no standard account for a kind and currency
 */
export async function postEntry(tx: Db, head: EntryHead, lines: readonly EntryLine[]): Promise<string> {
  const values = {
    booked_on: head.bookedOn,
    tax_on: head.taxOn,
    source: head.source,
    document_no: head.documentNo,
    party: head.party,
    text: head.text ?? '',
    invoice_id: head.invoiceId,
    bill_id: head.billId,
    payment_id: head.paymentId,
    manual_id: head.manualId,
  };
  return (await insertEntry.one(tx, { head: JSON.stringify(values), lines: JSON.stringify(lines) })).id;
}

const bookReversal = command(
  ({ entryId, head }: { entryId: string; head: string }) => sql`select kontor_reverse_entry(${entryId}::uuid, ${head}::jsonb)`,
);

/** Books the opposite of an entry on another day. */
export async function reverseEntry(tx: Db, entryId: string, bookedOn: string, text: string): Promise<void> {
  await bookReversal(tx, { entryId, head: JSON.stringify({ booked_on: bookedOn, text }) });
}

/** The same rate with the day it is valid from, for amounts that are only shown; null if there is none. */
export async function knownRate(tx: Db, currency: Currency, day: string): Promise<{ rate: number; validOn: string } | null> {
  return currency === HOUSE_CURRENCY ? { rate: PAR, validOn: day } : ((await findRate.first(tx, { currency, day })) ?? null);
}

/**
 * Exchange rate of a day (units per euro): the latest rate on or before it, but not older than ten days, so that an outdated table is not
 * used unnoticed.
 * @throws DomainError StateRefused if there is none
 */
export async function rateOn(tx: Db, currency: Currency, day: string): Promise<number> {
  const row = await knownRate(tx, currency, day);
  if (!row) throw new DomainError('StateRefused', 'invoices.refusals.noRate');
  return row.rate;
}

/** Current date in the time zone of the house's first storehouse (kontor_day in posting-triggers.sql). */
export const today = async (tx: Db): Promise<string> => (await findToday.one(tx)).day;
