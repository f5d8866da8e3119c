import { EXPONENTS } from '#contract/money/scale';
import type { Db } from '../../../core/db/client.ts';
import { finish, finishInTurns, mapInSteps, type Steps } from '../../../core/steps.ts';
import { type BookingRow, bookingRows, type Keys } from './booking-rows.ts';
import { ACCOUNT_COLUMNS, BOOKING_COLUMNS, BOOKING_TEXTS, PARTY_COLUMNS } from './columns.ts';
import {
  amountOf,
  compact,
  dayMonth,
  dayMonthYear,
  documentField,
  extfFile,
  type Field,
  type Head,
  lineOf,
  rateOf,
  text,
  written,
} from './extf.ts';
import { type PartyRow, readAccounts, readParties } from './read-accounts.ts';
import type { BatchEntry } from './read-batch.ts';

/** The files of a batch: bookings, parties and account names. */

/** Rows that an import takes in one file. */
export const MAX_ROWS = 99_999;
/** Digits of an account number of the house; a party has one more. */
const ACCOUNT_LENGTH = 4;

export type Batch = {
  from: string;
  to: string;
  part: number;
  fixed: boolean;
  madeAt: Date;
  consultant: number;
  client: number;
  chart: string;
  /** Files that are handed over with the batch. */
  linked: ReadonlySet<string>;
};

const headOf = (batch: Batch, over: Pick<Head, 'category' | 'name' | 'version'>): Head => ({
  ...over,
  ...batch,
  yearStart: `${batch.from.slice(0, 4)}-01-01`,
  description: `Kontor ${batch.from.slice(5, 7)}/${batch.from.slice(0, 4)}${batch.part > 1 ? ` (${batch.part})` : ''}`,
  accountLength: ACCOUNT_LENGTH,
});

const EMPTY_ROW: readonly string[] = BOOKING_COLUMNS.map((_, i) => written(BOOKING_TEXTS.has(i + 1) ? { text: '' } : null));
/**
 * A row with values at column numbers from 1, as it stands in the file. A number or text in the wrong kind of column would make the import
 * refuse the file. Most of the 125 columns are empty, so only those with a value are written anew.
 */
function rowAt(values: Readonly<Record<number, string | number | null>>, lengths: Readonly<Record<number, number>>): string {
  const row = [...EMPTY_ROW];
  for (const [number, value] of Object.entries(values)) {
    const at = Number(number);
    if (value !== null) row[at - 1] = written(BOOKING_TEXTS.has(at) ? text(String(value), lengths[at] ?? 36) : value);
  }
  return row.join(';');
}

const TEXT_LENGTHS = { 14: 60, 20: 210 };
/** 32 hexadecimal digits of a file as the GUID of a document. */
export const guidOf = (file: string): string => file.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toUpperCase();

function bookingOf({ head }: BatchEntry, row: BookingRow, { fixed, linked }: Batch): string {
  const { foreign } = row;
  const taxed = row.taxCode !== '';
  const taxOn = row.taxOn ?? head.bookedOn;
  const inEuro = row.base / 10 ** EXPONENTS.EUR;
  return rowAt(
    {
      1: amountOf(foreign?.amount ?? row.base),
      2: row.side,
      3: foreign?.currency ?? 'EUR',
      4: foreign ? rateOf(Math.round((foreign.amount / 10 ** EXPONENTS[foreign.currency] / inEuro) * 1_000_000)) : null,
      5: foreign ? amountOf(row.base) : null,
      6: foreign ? 'EUR' : null,
      7: row.account,
      8: row.counter,
      9: row.key,
      10: dayMonth(head.bookedOn),
      11: documentField(row.document || head.documentNo),
      12: head.dueDate ? `${dayMonth(head.dueDate)}${head.dueDate.slice(2, 4)}` : null,
      14: [head.party, head.text || head.documentNo].filter(Boolean).join(' '),
      20: head.file && linked.has(head.file) ? `BEDI "${guidOf(head.file)}"` : null,
      40: taxed && head.vatId ? head.vatId : null,
      114: Number(fixed),
      115: taxed ? dayMonthYear(taxOn) : null,
      116: taxed && taxOn.slice(0, 7) !== head.bookedOn.slice(0, 7) ? dayMonthYear(taxOn) : null,
    },
    TEXT_LENGTHS,
  );
}

const SHORT = 15;
function partyOf(party: PartyRow): Field[] {
  const { address } = party;
  const street = [address.streetName, address.streetNumber].filter(Boolean).join(' ');
  const at: Record<number, Field> = {
    1: party.no,
    2: text(party.name, 50),
    7: { text: '2' },
    8: text(party.name, SHORT),
    9: text(/^[A-Z]{2}/.exec(party.vatId)?.[0] ?? '', 2),
    10: text(party.vatId.slice(2), 13),
    15: { text: street === '' ? '' : 'STR' },
    16: text(street, 36),
    18: text(address.zip ?? '', 10),
    19: text(address.city ?? '', 30),
    20: text(address.country ?? '', 2),
    33: text(party.email, 60),
    45: text(party.iban, 34),
    99: text(party.number, SHORT),
  };
  return PARTY_COLUMNS.map((_, i) => at[i + 1] ?? null);
}

function* partiesFile(batch: Batch, parties: readonly PartyRow[]): Steps<Buffer> {
  const lines = yield* mapInSteps(parties, (party) => lineOf(partyOf(party)));
  return yield* extfFile(headOf(batch, { category: 16, name: 'Debitoren/Kreditoren', version: 5 }), PARTY_COLUMNS, lines);
}

export type BatchFile = { name: string; bytes: Buffer };
export type Made = { files: BatchFile[]; rows: number; debit: number };

/** Accounts without a number that DATEV takes, of entries that would be left out without a word. */
export const unnumbered = (entries: readonly BatchEntry[]): boolean =>
  entries.some(({ lines }) => lines.some(({ account, base }) => account === '' && base !== 0));

/**
 * Makes the files of a batch. Each entry becomes rows that come to the same debits and credits of every account.
 * @param keys tax codes and automatic accounts
 */
export async function batchFiles(db: Db, batch: Batch, entries: readonly BatchEntry[], keys: Keys): Promise<Made> {
  const accounts = new Set<string>();
  let debit = 0;
  const made = mapInSteps(entries, (entry) =>
    bookingRows(entry.lines, keys).map((row) => {
      accounts.add(row.account).add(row.counter);
      debit += row.base;
      return bookingOf(entry, row, batch);
    }),
  );
  const rows = (await finishInTurns(made)).flat();
  const month = compact(batch.from).slice(0, 6);
  const named = (stem: string, n = 1): string =>
    `EXTF_${stem}_${month}${batch.part > 1 ? `_${batch.part}` : ''}${n > 1 ? `-${n}` : ''}.csv`;
  const bookings = headOf(batch, { category: 21, name: 'Buchungsstapel', version: 13 });
  const files: BatchFile[] = [];
  for (let at = 0; at === 0 || at < rows.length; at += MAX_ROWS)
    files.push({
      name: named('Buchungsstapel', at / MAX_ROWS + 1),
      bytes: await finishInTurns(extfFile(bookings, BOOKING_COLUMNS, rows.slice(at, at + MAX_ROWS))),
    });
  const parties = await readParties(db, [...accounts]);
  files.push({
    name: named('DebKred_Stamm'),
    bytes: await finishInTurns(partiesFile(batch, parties)),
  });
  const names = await readAccounts(db, [...accounts]);
  files.push({
    name: named('Sachkontenbeschriftungen'),
    bytes: finish(
      extfFile(
        headOf(batch, { category: 20, name: 'Kontenbeschriftungen', version: 3 }),
        ACCOUNT_COLUMNS,
        names.map(({ no, name }) => lineOf([no, text(name, 40), { text: 'de-DE' }, text(name, 300)])),
      ),
    ),
  });
  return { files, rows: rows.length, debit };
}
