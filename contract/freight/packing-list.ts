import { Lines } from '../core/fields.ts';

/** One announced line: an SKU and a whole number of pieces. */
export type PackingLine = { sku: string; qty: number };

const LINE = /^(.{1,64}?)(?:\s*[;\t,]\s*|\s+[x×*]?\s*)(\d{1,7})$/u;
const lineOf = (text: string): PackingLine | null => {
  const [, sku = '', qty = ''] = LINE.exec(text.trim()) ?? [];
  return sku !== '' && Number(qty) > 0 && Number(qty) <= 1_000_000 ? { sku: sku.trim(), qty: Number(qty) } : null;
};
const rowsOf = (text: string): string[] => text.split('\n').filter((row) => row.trim() !== '');

/**
 * Reads a packing list that was typed or pasted from a spreadsheet: one SKU and quantity a line, separated by tab, semicolon, comma, × or
 * blank. Quantities of the same SKU are added up. Unreadable lines are skipped; `PackingList` refuses them.
 */
export function readPackingList(text: string): PackingLine[] {
  const bySku = new Map<string, number>();
  for (const row of rowsOf(text)) {
    const line = lineOf(row);
    if (line) bySku.set(line.sku, (bySku.get(line.sku) ?? 0) + line.qty);
  }
  return [...bySku].map(([sku, qty]) => ({ sku, qty }));
}

export const PackingList = Lines(40_000).refine((text) => rowsOf(text).every((row) => lineOf(row) !== null), 'packingList');
