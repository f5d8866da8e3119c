import { type Page, ShopError, type ShopItem, type StaleStock, type StockChange } from '../platform.ts';
import { callWoo, type WooAccess } from './client.ts';
import { Batch, Products, Variations, WaitingOrders, type WooStocked } from './shapes.ts';

/**
 * Stock of products and variations. The number of a variation is kept at the variation or at its product, as the merchant chose. WooCommerce takes pieces
 * off when an order is placed that waits for its payment (on hold). The house learns of it when it is paid; until then its pieces are free
 * here, so they are added to what is read and taken off what is told. Otherwise they would be sold twice.
 */

/** The most that WooCommerce takes in one call, of a list and of a batch. */
const MOST = 100;
const FIELDS = 'id,sku,name,global_unique_id,type,manage_stock,stock_quantity';

/** `7` of a product, `7:12` of a variation of it. */
const splitId = (id: string): { parent: string | null; own: string } => {
  const [first = '', second] = id.split(':');
  return second === undefined ? { parent: null, own: first } : { parent: first, own: second };
};
/** Pieces of orders that wait for their payment, by product with all its variations, and by variation. */
type Waiting = ReadonlyMap<string, number>;

async function readWaiting(access: WooAccess): Promise<Waiting> {
  const pieces = new Map<string, number>();
  const add = (key: string, qty: number): void => void pieces.set(key, (pieces.get(key) ?? 0) + Math.ceil(qty));
  for (let page = 1; ; page++) {
    const query = { status: 'on-hold', per_page: MOST, page, orderby: 'id', order: 'asc', _fields: 'id,line_items' };
    const { value } = await callWoo(access, 'orders', { query, shape: WaitingOrders });
    for (const { product_id: product, variation_id: variation, quantity } of value.flatMap((order) => order.line_items)) {
      add(String(product), quantity);
      if (variation > 0) add(`${product}:${variation}`, quantity);
    }
    if (value.length < MOST) return pieces;
  }
}

const countsItself = ({ manage_stock: manages }: WooStocked): boolean => manages === true;
const idOf = (one: WooStocked, parent: number | null): string => (parent === null ? String(one.id) : `${parent}:${one.id}`);
const rowOf = (one: WooStocked, parent: number | null, waiting: number): ShopItem => ({
  externalId: idOf(one, parent),
  sku: one.sku,
  qty: Math.floor(one.stock_quantity ?? 0) + waiting,
  barcode: one.global_unique_id,
  title: one.name,
});

async function readVariations(access: WooAccess, product: number): Promise<WooStocked[]> {
  const rows: WooStocked[] = [];
  for (let page = 1; ; page++) {
    const query = { per_page: MOST, page, orderby: 'id', order: 'asc', _fields: FIELDS };
    const { value } = await callWoo(access, `products/${product}/variations`, { query, shape: Variations });
    rows.push(...value);
    if (value.length < MOST) return rows;
  }
}
/** A product that counts for its variations counts for those only that do not count for themselves. */
const ofProduct = (id: number, variations: readonly WooStocked[], waiting: Waiting): number =>
  (waiting.get(String(id)) ?? 0) - variations.filter(countsItself).reduce((sum, one) => sum + (waiting.get(idOf(one, id)) ?? 0), 0);

/** One for all pages of a reading: what waits is asked for once. */
export function stockReader(access: WooAccess): (page: string | null) => Promise<Page<ShopItem>> {
  let waiting: Waiting | null = null;
  return async (page) => {
    if (page === null || waiting === null) waiting = await readWaiting(access);
    const number = Number(page ?? 1);
    const query = { per_page: MOST, page: number, orderby: 'id', order: 'asc', status: 'any', _fields: FIELDS };
    const { value } = await callWoo(access, 'products', { query, shape: Products });
    const rows: ShopItem[] = [];
    for (const one of value) {
      const variations = one.type === 'variable' ? await readVariations(access, one.id) : [];
      if (countsItself(one)) rows.push(rowOf(one, null, ofProduct(one.id, variations, waiting)));
      for (const variation of variations.filter(countsItself))
        rows.push(rowOf(variation, one.id, waiting.get(idOf(variation, one.id)) ?? 0));
    }
    return { rows, next: value.length < MOST ? null : String(number + 1) };
  };
}

const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / MOST) }, (_, n) => rows.slice(n * MOST, (n + 1) * MOST));

type Path = { path: string; parent: number | null };
/** WooCommerce cannot compare before it sets, so what stands there is read just before. */
async function setSome(
  access: WooAccess,
  { path, parent }: Path,
  changes: readonly StockChange[],
  waiting: Waiting,
): Promise<StaleStock[]> {
  const numberOf = ({ externalId }: StockChange): number => Number(splitId(externalId).own);
  const query = { per_page: MOST, include: changes.map(numberOf).join(','), status: 'any', _fields: FIELDS };
  const { value } = await callWoo(access, path, { query, shape: parent === null ? Products : Variations });
  const held = new Map<number, number>();
  for (const one of value) {
    const isVariable = parent === null && 'type' in one && one.type === 'variable';
    const variations = isVariable ? await readVariations(access, one.id) : [];
    held.set(one.id, parent === null ? ofProduct(one.id, variations, waiting) : (waiting.get(idOf(one, parent)) ?? 0));
  }
  const there = new Map(value.map((one) => [one.id, Math.floor(one.stock_quantity ?? 0) + (held.get(one.id) ?? 0)]));
  const isSame = (change: StockChange): boolean => there.get(numberOf(change)) === change.before;
  const update = changes
    .filter(isSame)
    .map((change) => ({ id: numberOf(change), stock_quantity: change.qty - (held.get(numberOf(change)) ?? 0) }));
  if (update.length > 0) {
    const { value: made } = await callWoo(access, `${path}/batch`, { method: 'POST', body: { update }, shape: Batch });
    // The others of the batch were changed. The engine tells each by itself after a refusal.
    const wrong = made.update.find(({ error }) => error !== undefined);
    if (wrong?.error) throw new ShopError({ kind: 'refused', message: `${wrong.id}: ${wrong.error.message}`.slice(0, 300) });
  }
  return changes
    .filter((change) => !isSame(change))
    .map((change) => ({ externalId: change.externalId, there: there.get(numberOf(change)) ?? null }));
}

export async function setStock(access: WooAccess, changes: readonly StockChange[]): Promise<StaleStock[]> {
  const byParent = new Map<string | null, StockChange[]>();
  for (const change of changes) {
    const { parent } = splitId(change.externalId);
    byParent.set(parent, [...(byParent.get(parent) ?? []), change]);
  }
  const waiting = await readWaiting(access);
  const stale: StaleStock[] = [];
  for (const [parent, all] of byParent) {
    const path = parent === null ? 'products' : `products/${parent}/variations`;
    for (const some of chunks(all))
      stale.push(...(await setSome(access, { path, parent: parent === null ? null : Number(parent) }, some, waiting)));
  }
  return stale;
}
