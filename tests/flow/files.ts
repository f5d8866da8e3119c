import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { ordersFile, productsFile } from './fixture.ts';
import type { Files } from './flow.ts';

/** Real orders lie beside the checkout where there are any; they are not ours to keep in it. */
const SHARED = join(import.meta.dirname, '../../../shared/data');
const [ORDERS, PRODUCTS] = [join(SHARED, 'orders-northwind-1.csv'), join(SHARED, 'products-northwind.csv')];

export const hasRealFiles = existsSync(ORDERS) && existsSync(PRODUCTS);
/** With a number only the file's first orders. */
export function realFiles(orders?: number): Files {
  const text = readFileSync(ORDERS, 'utf8');
  return { products: readFileSync(PRODUCTS, 'utf8'), orders: orders === undefined ? text : firstOrders(text, orders) };
}
export const madeUpFiles = (orders?: number): Files => ({ products: productsFile(), orders: ordersFile(orders) });

function firstOrders(text: string, count: number): string {
  const rows: string[][] = parse(text, { bom: true, skip_empty_lines: true });
  const [head = [], ...lines] = rows;
  const name = head.indexOf('Name');
  const wanted = new Set([...new Set(lines.map((cells) => cells[name]))].slice(0, count));
  const kept = [head, ...lines.filter((cells) => wanted.has(cells[name]))];
  return kept.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
}
