import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { unsafeText } from '../http/cells.ts';
import { DomainError } from '../http/errors.ts';
import { finishInTurns, mapInSteps } from '../steps.ts';
import { readSpreadsheet } from './spreadsheet.ts';

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
  const table = await (isZip ? readSpreadsheet(bytes) : readCsv(decode(bytes))).catch((error: unknown) => {
    throw new DomainError('FileUnreadable', (error as Error).message.slice(0, 200));
  });
  const [header = [], ...rest] = await finishInTurns(mapInSteps(table, (row) => row.map(textOf)));
  const columns = header.slice(0, MAX_COLUMNS).map((name, i) => name.trim() || `#${i + 1}`);
  if (columns.length === 0 || rest.length === 0) throw new DomainError('FileUnreadable', 'empty');
  if (rest.length > MAX_ROWS) throw new DomainError('FileUnreadable', `rows>${MAX_ROWS}`);
  const numberedRows = mapInSteps(rest, (row, i) => ({ row: columns.map((_, c) => row[c] ?? ''), number: i + 2 }));
  const numbered = (await finishInTurns(numberedRows)).filter(({ row }) => row.some((cell) => cell.trim() !== ''));
  return { columns, rows: numbered.map(({ row }) => row), numbers: numbered.map(({ number }) => number) };
}

/** Characters of a file that are read in one step. */
const CHUNK = 16_384;

/** Other work of the process gets its turn between the parts. */
async function* partsOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += CHUNK) {
    yield text.slice(at, at + CHUNK);
    await nextTurn();
  }
}

async function readCsv(text: string): Promise<unknown[][]> {
  const plain = text.replace(/^\ufeff/, '');
  const parser = parse({ delimiter: separatorOf(plain), relax_column_count: true, relax_quotes: true, max_record_size: 1_000_000 });
  const rows: unknown[][] = [];
  const source = Readable.from(partsOf(plain)).on('error', (error) => parser.destroy(error));
  for await (const row of source.pipe(parser)) rows.push(row as unknown[]);
  return rows;
}
