import { mapInSteps, type Steps } from '../../../core/steps.ts';

/**
 * The DATEV format EXTF, version 700: a head, a line of column names, then the rows. Windows-1252, CRLF, semicolons, texts in quotes,
 * decimal comma (DATEV developer portal, format description of EXTF).
 */

/** A text is quoted; a number, amount or day is not. Null is an empty field. */
export type Field = { text: string } | string | number | null;
export const text = (value: string, most: number): Field => ({ text: plain(value).slice(0, most) });

/** Line breaks and tabs would end a row in many readers. */
const plain = (value: string): string => value.replace(/[\r\n\t]+/g, ' ').trim();
/** A field as it stands in the file. */
export const written = (field: Field): string => {
  if (field === null) return '';
  return typeof field === 'object' ? `"${field.text.replaceAll('"', '""')}"` : String(field);
};

/** An amount in the smallest unit of two digits: 123456 is 1234,56. */
export const amountOf = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
};
/** A rate in millionths: 1084200 is 1,084200. */
export const rateOf = (rate: number): string => (rate / 1_000_000).toFixed(6).replace('.', ',');
/** 2026-11-05 as 0511, as 05112026, and as 20261105. */
export const dayMonth = (day: string): string => day.slice(8, 10) + day.slice(5, 7);
export const dayMonthYear = (day: string): string => dayMonth(day) + day.slice(0, 4);
export const compact = (day: string): string => day.replaceAll('-', '');

/** Belegfeld 1 and 2 take these signs only; anything else keeps open items from being cleared. */
export const documentField = (no: string): string => no.replace(/[^A-Za-z0-9$&%*+\-/]/g, '').slice(0, 36);

export type Head = {
  /** 21 bookings, 16 debtors and creditors, 20 account names. */
  category: 16 | 20 | 21;
  name: string;
  version: number;
  madeAt: Date;
  consultant: number;
  client: number;
  /** First day of the business year, and the period; YYYY-MM-DD. Only bookings have a period. */
  yearStart: string;
  from: string | null;
  to: string | null;
  description: string;
  /** Whether the bookings cannot be changed after the import (Festschreibung). */
  fixed: boolean;
  /** Digits of an account number; a party has one more. */
  accountLength: number;
  /** The chart of accounts that the numbers follow, such as 03 for SKR03. Only bookings have it; empty: the one of the client at DATEV. */
  chart: string;
};

function headOf(head: Head): Field[] {
  const bookings = head.category === 21;
  const made = head.madeAt.toISOString().replace(/\D/g, '').slice(0, 17);
  return [
    { text: 'EXTF' },
    700,
    head.category,
    { text: head.name },
    head.version,
    made,
    null,
    { text: 'RE' },
    { text: '' },
    { text: '' },
    head.consultant,
    head.client,
    compact(head.yearStart),
    head.accountLength,
    bookings && head.from ? compact(head.from) : null,
    bookings && head.to ? compact(head.to) : null,
    text(bookings ? head.description : '', 30),
    { text: '' },
    bookings ? 1 : null,
    bookings ? 0 : null,
    bookings ? Number(head.fixed) : null,
    bookings ? { text: 'EUR' } : { text: '' },
    null,
    { text: '' },
    null,
    null,
    { text: bookings ? head.chart : '' },
    null,
    null,
    { text: '' },
    { text: '' },
  ];
}

/** Signs that Windows-1252 has at their Unicode number, as Latin 1 has them. */
const AS_LATIN_1 = /^[\0-\x7f\xa0-\xff]*$/;
/** Signs of Windows-1252 that are not at their Unicode number. */
const AT_80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** Windows-1252. A sign that it does not have is decomposed, else written as a question mark: DATEV refuses files in other encodings. */
export function windows1252(value: string): Buffer {
  if (AS_LATIN_1.test(value)) return Buffer.from(value, 'latin1');
  const bytes: number[] = [];
  for (const sign of value) {
    const found = byteOf(sign);
    if (found !== null) bytes.push(found);
    else for (const part of sign.normalize('NFKD').replace(/\p{M}/gu, '') || '?') bytes.push(byteOf(part) ?? 0x3f);
  }
  return Buffer.from(bytes);
}
function byteOf(sign: string): number | null {
  const at = AT_80.indexOf(sign);
  if (at >= 0) return 0x80 + at;
  const code = sign.codePointAt(0) ?? 0;
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : null;
}

/** A row as it stands in the file. */
export const lineOf = (row: readonly Field[]): string => row.map(written).join(';');

/** A whole file, in steps. @param lines rows as they stand in the file */
export function* extfFile(head: Head, columns: readonly string[], lines: readonly string[]): Steps<Buffer> {
  // Line by line, because one sign that Latin 1 does not have makes its text slow.
  return Buffer.concat(yield* mapInSteps([lineOf(headOf(head)), columns.join(';'), ...lines], (line) => windows1252(`${line}\r\n`)));
}
