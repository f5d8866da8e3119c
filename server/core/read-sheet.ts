import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { unsafeText } from './http/cells.ts';
import { DomainError } from './http/errors.ts';

/** Rows that a reader skipped on purpose, with the reason: a key of the `rules` texts. */
export type LeftOut = { row: number; rule: string; value: string };
/** A table of texts with its header. `numbers` are the row numbers in the file; the header is row 1. */
export type Sheet = { columns: string[]; rows: string[][]; numbers: number[]; leftOut?: LeftOut[] };

export const MAX_ROWS = 100_000;
const MAX_COLUMNS = 200;

const SEPARATORS = [',', ';', '\t', '|'];
/** The most frequent separator in the first line, outside quotes. */
const separatorOf = (text: string): string => {
  const line = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  return SEPARATORS.reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best));
};

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Encoding of older spreadsheet programs on Windows.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : value instanceof Date ? value.toISOString().slice(0, 10) : unsafeText(String(value));

/** Reads a file of csv or xlsx. @throws DomainError FileUnreadable with the reason */
export const readSheet = async (path: string): Promise<Sheet> => sheetOf(await readFile(path));

/** Reads csv or xlsx, detected by content. @throws DomainError FileUnreadable with the reason */
export async function sheetOf(bytes: Buffer): Promise<Sheet> {
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  let table: string[][];
  try {
    table = isZip
      ? (await readXlsxTable(bytes)).map((row) => row.map(textOf))
      : parse(decode(bytes), {
          bom: true,
          delimiter: separatorOf(decode(bytes).replace(/^\ufeff/, '')),
          relax_column_count: true,
          relax_quotes: true,
          max_record_size: 1_000_000,
        }).map((row) => row.map(textOf));
  } catch (error) {
    throw new DomainError('FileUnreadable', (error as Error).message.slice(0, 200));
  }
  const [header = [], ...rest] = table;
  const columns = header.slice(0, MAX_COLUMNS).map((name, i) => name.trim() || `#${i + 1}`);
  if (columns.length === 0 || rest.length === 0) throw new DomainError('FileUnreadable', 'empty');
  if (rest.length > MAX_ROWS) throw new DomainError('FileUnreadable', `rows>${MAX_ROWS}`);
  const numbered = rest
    .map((row, i) => ({ row: columns.map((_, c) => row[c] ?? ''), number: i + 2 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''));
  return { columns, rows: numbered.map(({ row }) => row), numbers: numbered.map(({ number }) => number) };
}

async function readXlsxTable(bytes: Buffer): Promise<unknown[][]> {
  const found = (await readXlsxFile(bytes)) as unknown;
  // Newer versions of the library return a list of sheets, older ones the rows of the first.
  const first = Array.isArray(found) ? (found[0] as { data?: unknown[][] } | unknown[] | undefined) : undefined;
  return first && !Array.isArray(first) && Array.isArray(first.data) ? first.data : (found as unknown[][]);
}
