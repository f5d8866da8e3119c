import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ordersFile, productsFile } from './fixture.ts';
import type { Files } from './flow.ts';

/** Real orders lie beside the checkout where there are any; they are not ours to keep in it. */
const SHARED = join(import.meta.dirname, '../../../shared/data');
const [ORDERS, PRODUCTS] = [join(SHARED, 'orders-northwind-1.csv'), join(SHARED, 'products-northwind.csv')];

export const hasRealFiles = existsSync(ORDERS) && existsSync(PRODUCTS);
export const realFiles = (): Files => ({ products: readFileSync(PRODUCTS, 'utf8'), orders: readFileSync(ORDERS, 'utf8') });
export const madeUpFiles = (orders?: number): Files => ({ products: productsFile(), orders: ordersFile(orders) });
