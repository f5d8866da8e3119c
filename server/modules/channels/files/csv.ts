import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safeText } from '../../../core/http/cells.ts';

const cellOf = (value: string | number): string => {
  // What begins like a formula must not run when somebody opens the file in a spreadsheet.
  const text = typeof value === 'number' ? String(value) : safeText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
/** Rows as RFC 4180 writes them. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** Writes a whole file: under another name first, because the program that fetches files must never see half of one. */
export async function putFile(folder: string, name: string, text: string): Promise<void> {
  const part = join(folder, `${name}.part`);
  await writeFile(part, text);
  await rename(part, join(folder, name));
}

/** A name that no other file has: `shp_20261127T140501123Z.csv`. */
export const stampedName = (kind: string): string => `${kind}_${new Date().toISOString().replaceAll(/[-:.]/g, '')}.csv`;
