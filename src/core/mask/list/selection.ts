import { asText, type Row } from '../kinds/kind.ts';

/** Selected rows by id, over all pages. The rows themselves are kept, because a bulk action may need their fields. */
export type Selection = ReadonlyMap<string, Row>;

export const NONE: Selection = new Map();

export const rowId = (row: Row): string => asText(row['id']);

export function toggled(selection: Selection, row: Row): Selection {
  const next = new Map(selection);
  if (!next.delete(rowId(row))) next.set(rowId(row), row);
  return next;
}

/** Selects all rows of this page, or deselects them if all are selected. Other pages are unchanged. */
export function toggledPage(selection: Selection, rows: readonly Row[]): Selection {
  const next = new Map(selection);
  const all = rows.every((row) => selection.has(rowId(row)));
  for (const row of rows) {
    if (all) next.delete(rowId(row));
    else next.set(rowId(row), row);
  }
  return next;
}

/** Shift-click: selects all rows from the last selected one to this one. */
export function withRange(selection: Selection, rows: readonly Row[], anchor: number, to: number): Selection {
  const next = new Map(selection);
  for (const row of rows.slice(Math.min(anchor, to), Math.max(anchor, to) + 1)) next.set(rowId(row), row);
  return next;
}

export function counts(selection: Selection, rows: readonly Row[]): { all: number; elsewhere: number } {
  const here = rows.filter((row) => selection.has(rowId(row))).length;
  return { all: selection.size, elsewhere: selection.size - here };
}

/** Replaces selected rows by newer copies from the server. Rows deleted elsewhere stay selected. */
export function refreshed(selection: Selection, rows: readonly Row[]): Selection {
  if (!rows.some((row) => selection.has(rowId(row)) && selection.get(rowId(row)) !== row)) return selection;
  const next = new Map(selection);
  for (const row of rows) if (next.has(rowId(row))) next.set(rowId(row), row);
  return next;
}
