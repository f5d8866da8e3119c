import { Lines } from '../core/fields.ts';

/** One announced line: an SKU, a whole number of pieces, and where the list says so the packages and the gross weight in grams. */
export type PackingLine = { sku: string; qty: number; packages?: number; weight?: number };

const LINE = /^(.{1,64}?)(?:\s*[;\t,]\s*|\s+[x×*]?\s*)(\d{1,7})$/u;
/** Columns of a spreadsheet: SKU, pieces, packages, and gross weight in kilograms with a decimal point or comma. */
const COLUMNS = /^([^;\t]{1,64})[;\t]\s*(\d{1,7})\s*[;\t]\s*(\d{0,6})\s*(?:[;\t]\s*(\d{0,6}(?:[.,]\d{1,3})?)\s*)?$/u;
const GRAMS = 1000;

function lineOf(text: string): PackingLine | null {
  const [, sku = '', qty = '', packages = '', weight = ''] = COLUMNS.exec(text.trim()) ?? LINE.exec(text.trim()) ?? [];
  if (sku.trim() === '' || !(Number(qty) > 0 && Number(qty) <= 1_000_000)) return null;
  return {
    sku: sku.trim(),
    qty: Number(qty),
    ...(Number(packages) > 0 ? { packages: Number(packages) } : {}),
    ...(weight === '' ? {} : { weight: Math.round(Number(weight.replace(',', '.')) * GRAMS) }),
  };
}
const rowsOf = (text: string): string[] => text.split('\n').filter((row) => row.trim() !== '');
const added = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);

/**
 * Reads a packing list that was typed or pasted from a spreadsheet: one SKU and quantity a line, separated by tab, semicolon, comma, × or
 * blank; with tabs or semicolons also packages and gross weight. Lines of the same SKU are added up. Unreadable lines are skipped;
 * `PackingList` refuses them.
 */
export function readPackingList(text: string): PackingLine[] {
  const bySku = new Map<string, PackingLine>();
  for (const row of rowsOf(text)) {
    const line = lineOf(row);
    if (!line) continue;
    const before = bySku.get(line.sku);
    const packages = added(before?.packages, line.packages);
    const weight = added(before?.weight, line.weight);
    bySku.set(line.sku, {
      sku: line.sku,
      qty: line.qty + (before?.qty ?? 0),
      ...(packages === undefined ? {} : { packages }),
      ...(weight === undefined ? {} : { weight }),
    });
  }
  return [...bySku.values()];
}

/** Packages and gross weight in grams of a list; undefined where no line names them. */
export const packedOf = (lines: readonly PackingLine[]): { packages: number | undefined; weight: number | undefined } => ({
  packages: lines.map(({ packages }) => packages).reduce(added, undefined),
  weight: lines.map(({ weight }) => weight).reduce(added, undefined),
});

export const PackingList = Lines(40_000).refine((text) => rowsOf(text).every((row) => lineOf(row) !== null), 'packingList');
