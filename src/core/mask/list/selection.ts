import { asText, type Row } from '../kinds/kind.ts';

/** Chosen rows by id, over all pages. The rows themselves are kept: a bulk action may need fields of rows no longer shown. */
export type Selection = ReadonlyMap<string, Row>;

export const NONE: Selection = new Map();

export const rowId = (row: Row): string => asText(row['id']);

export function toggled(selection: Selection, row: Row): Selection {
  const next = new Map(selection);
  if (!next.delete(rowId(row))) next.set(rowId(row), row);
  return next;
}

/** All rows of this page on, or, when all are on already, off. Other pages keep theirs. */
export function toggledPage(selection: Selection, rows: readonly Row[]): Selection {
  const next = new Map(selection);
  const all = rows.every((row) => selection.has(rowId(row)));
  for (const row of rows) {
    if (all) next.delete(rowId(row));
    else next.set(rowId(row), row);
  }
  return next;
}

/** Shift: everything from the last chosen row to this one. */
export function withRange(selection: Selection, rows: readonly Row[], anchor: number, to: number): Selection {
  const next = new Map(selection);
  for (const row of rows.slice(Math.min(anchor, to), Math.max(anchor, to) + 1)) next.set(rowId(row), row);
  return next;
}

export function counts(selection: Selection, rows: readonly Row[]): { all: number; elsewhere: number } {
  const here = rows.filter((row) => selection.has(rowId(row))).length;
  return { all: selection.size, elsewhere: selection.size - here };
}

/** Rows that came back from the server replace the copies kept; rows that are gone elsewhere stay chosen until acted on. */
export function refreshed(selection: Selection, rows: readonly Row[]): Selection {
  if (!rows.some((row) => selection.has(rowId(row)) && selection.get(rowId(row)) !== row)) return selection;
  const next = new Map(selection);
  for (const row of rows) if (next.has(rowId(row))) next.set(rowId(row), row);
  return next;
}
