import { type CodeRow, parseList, rowOf } from './codes.ts';

/** Rows of a CSV, text or Excel file: its first three columns are code, title and what stands below. @throws when it cannot be read */
export async function readList(file: File): Promise<CodeRow[]> {
  if (!/\.xlsx$/i.test(file.name)) {
    const text = await file.text();
    // A file with commas only is the CSV of other countries.
    return parseList(/[;\t]/.test(text) ? text : text.replaceAll(',', ';'));
  }
  const { readSheet } = await import('read-excel-file/browser');
  const rows = await readSheet(file);
  return rows
    .map((row) => rowOf(row.slice(0, 3).map((cell) => (cell === null ? '' : String(cell).trim()))))
    .filter(({ code }) => code !== '');
}
