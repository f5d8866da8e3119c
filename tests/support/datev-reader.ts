/**
 * Reads DATEV files back as an import does, without code of the product: encoding, head, column counts and the expressions of each field
 * (format description of EXTF). It computes the tax that DATEV takes out of a gross amount.
 */

export type ReadFile = { head: string[]; columns: string[]; rows: string[][] };

const SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const decoded = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 0x80 && byte < 0xa0 ? (SIGNS[byte - 0x80] ?? '') : String.fromCharCode(byte))).join('');

/** The fields of a row: `"` only around a whole field, doubled inside. */
function fieldsOf(row: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= row.length; ) {
    const field = /^(?:"(?:[^"]|"")*"|[^;"]*)(?=;|$)/.exec(row.slice(at))?.[0];
    if (field === undefined) throw new Error(`Not a row of fields at ${at}: ${row}`);
    fields.push(field);
    at += field.length + 1;
  }
  return fields;
}

export function readExtf(bytes: Uint8Array): ReadFile {
  const text = decoded(bytes);
  if (!text.endsWith('\r\n')) throw new Error('The last line is not ended.');
  const [head = '', columns = '', ...rows] = text.slice(0, -2).split('\r\n');
  if (/[\r\n]/.test(text.replaceAll('\r\n', ''))) throw new Error('A line break stands in a field.');
  return { head: fieldsOf(head), columns: columns.split(';'), rows: rows.map(fieldsOf) };
}

const HEAD: [number, RegExp][] = [
  [1, /^"EXTF"$/],
  [2, /^700$/],
  [3, /^(16|20|21)$/],
  [4, /^"(Buchungsstapel|Debitoren\/Kreditoren|Kontenbeschriftungen)"$/],
  [5, /^(13|5|3)$/],
  [6, /^20\d{2}(0[1-9]|1[0-2])\d{2}([01]\d|2[0-3])[0-5]\d[0-5]\d\d{3}$/],
  [7, /^$/],
  [8, /^"\w{0,2}"$/],
  [11, /^(\d{4}|\d{6,7})$/],
  [12, /^\d{1,5}$/],
  [13, /^20\d{2}(0[1-9]|1[0-2])\d{2}$/],
  [14, /^[4-8]$/],
  [17, /^".{0,30}"$/],
  [27, /^"(\d{2})?"$/],
];
/** Fields of a booking: number, what it must look like. */
const BOOKING: [number, RegExp][] = [
  [1, /^(?!0{1,10},00)\d{1,10},\d{2}$/],
  [2, /^"[SH]"$/],
  [3, /^"([A-Z]{3})?"$/],
  [4, /^(\d{1,4},\d{6})?$/],
  [5, /^(\d{1,10},\d{2})?$/],
  [6, /^"([A-Z]{3})?"$/],
  [7, /^(?!0{1,9}$)\d{1,9}$/],
  [8, /^(?!0{1,9}$)\d{1,9}$/],
  [9, /^"\d{0,4}"$/],
  [10, /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/],
  [11, /^"[A-Za-z0-9$&%*+\-/]{0,36}"$/],
  [12, /^"[A-Za-z0-9$&%*+\-/]{0,12}"$/],
  [14, /^"(?:[^"]|""){0,60}"$/],
  [20, /^"(BEDI ""[0-9A-F-]{36}"")?"$/],
  [40, /^"([A-Z]{2}.{0,13})?"$/],
  [114, /^[01]$/],
  [115, /^(\d{8})?$/],
  [116, /^(\d{8})?$/],
];

function check(fields: readonly string[], rules: readonly [number, RegExp][]): void {
  for (const [at, rule] of rules) {
    const field = fields[at - 1] ?? '';
    if (!rule.test(field)) throw new Error(`Field ${at} is ${field}, which does not match ${rule}.`);
  }
}

export type ReadBooking = {
  /** Euro cents. */
  amount: number;
  side: 'S' | 'H';
  account: string;
  counter: string;
  key: string;
  day: string;
  document: string;
  text: string;
  foreign: string;
};

export function readBookings(bytes: Uint8Array): ReadBooking[] {
  const { head, columns, rows } = readExtf(bytes);
  if (head.length !== 31 || columns.length !== 125) throw new Error(`${head.length} fields in the head, ${columns.length} columns`);
  check(head, HEAD);
  return rows.map((fields) => {
    if (fields.length !== 125) throw new Error(`${fields.length} fields`);
    check(fields, BOOKING);
    const plain = (at: number): string => (fields[at - 1] ?? '').replace(/^"|"$/g, '').replaceAll('""', '"');
    const cents = (at: number): number => Number(plain(at).replace(',', ''));
    return {
      amount: plain(5) === '' ? cents(1) : cents(5),
      side: plain(2) as 'S' | 'H',
      account: plain(7),
      counter: plain(8),
      key: plain(9),
      day: plain(10),
      document: plain(11),
      text: plain(14),
      foreign: plain(3) === 'EUR' ? '' : `${plain(3)} ${plain(1)}`,
    };
  });
}

/** How DATEV taxes an account or key: the rate in hundredths of a per cent, and the accounts it books on. */
export type Taxing = { rate: number; tax: string; owed?: string };
export type Turnover = { debit: number; credit: number };

const roundedHalfUp = (top: number, bottom: number): number => Math.floor((2 * top + bottom) / (2 * bottom));

/** Debits and credits of every account after an import, the automatic ones and keys with their tax. */
export function turnovers(
  rows: readonly ReadBooking[],
  automatic: Readonly<Record<string, Taxing>>,
  keys: Readonly<Record<string, Taxing>>,
): Record<string, Turnover> {
  const found: Record<string, Turnover> = {};
  const book = (account: string, side: 'S' | 'H', amount: number): void => {
    if (amount === 0) return;
    const one = (found[account] ??= { debit: 0, credit: 0 });
    one[side === 'S' ? 'debit' : 'credit'] += amount;
  };
  for (const { amount, side, account, counter, key } of rows) {
    const other = side === 'S' ? 'H' : 'S';
    for (const [no, at, against] of [
      [account, side, counter],
      [counter, other, account],
    ] as const) {
      // A key belongs to the account that is not a party's, else to the counter-account.
      const isKeyed = key !== '' && key !== '40' && (no === counter ? no.length < 5 : against.length >= 5 && no.length < 5);
      const taxing = key === '40' ? undefined : isKeyed ? keys[key] : automatic[no];
      if (!taxing) book(no, at, amount);
      else if (taxing.owed) {
        const tax = roundedHalfUp(amount * taxing.rate, 10_000);
        book(no, at, amount);
        book(taxing.tax, at, tax);
        book(taxing.owed, at === 'S' ? 'H' : 'S', tax);
      } else {
        const tax = roundedHalfUp(amount * taxing.rate, 10_000 + taxing.rate);
        book(no, at, amount - tax);
        book(taxing.tax, at, tax);
      }
    }
  }
  return found;
}
