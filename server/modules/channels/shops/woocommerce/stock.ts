import { type Page, ShopError, type ShopItem, type StaleStock, type StockChange } from '../platform.ts';
import { callWoo, type WooAccess } from './client.ts';
import { Batch, Products, Variations, type WooStocked } from './shapes.ts';

/** Stock of products and variations. The number of a variation is kept at the variation or at its product, as the merchant chose. */

/** The most that WooCommerce takes in one call, of a list and of a batch. */
const MOST = 100;
const FIELDS = 'id,sku,type,manage_stock,stock_quantity';

/** `7` of a product, `7:12` of a variation of it. */
const splitId = (id: string): { parent: string | null; own: string } => {
  const [first = '', second] = id.split(':');
  return second === undefined ? { parent: null, own: first } : { parent: first, own: second };
};
const rowOf = ({ id, sku, stock_quantity: qty }: WooStocked, parent?: number): ShopItem => ({
  externalId: parent === undefined ? String(id) : `${parent}:${id}`,
  sku,
  qty: Math.floor(qty ?? 0),
});

export async function readVariations(access: WooAccess, product: number): Promise<ShopItem[]> {
  const rows: ShopItem[] = [];
  for (let page = 1; ; page++) {
    const query = { per_page: MOST, page, orderby: 'id', order: 'asc', _fields: FIELDS };
    const { value } = await callWoo(access, `products/${product}/variations`, { query, shape: Variations });
    rows.push(...value.filter((one) => one.manage_stock === true).map((one) => rowOf(one, product)));
    if (value.length < MOST) return rows;
  }
}

export async function readStockPage(access: WooAccess, page: string | null): Promise<Page<ShopItem>> {
  const number = Number(page ?? 1);
  const query = { per_page: MOST, page: number, orderby: 'id', order: 'asc', status: 'any', _fields: FIELDS };
  const { value } = await callWoo(access, 'products', { query, shape: Products });
  const rows: ShopItem[] = [];
  for (const one of value) {
    if (one.manage_stock === true) rows.push(rowOf(one));
    if (one.type === 'variable') rows.push(...(await readVariations(access, one.id)));
  }
  return { rows, next: value.length < MOST ? null : String(number + 1) };
}

const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / MOST) }, (_, n) => rows.slice(n * MOST, (n + 1) * MOST));

/** WooCommerce cannot compare before it sets, so what stands there is read just before. */
async function setSome(access: WooAccess, path: string, changes: readonly StockChange[]): Promise<StaleStock[]> {
  const idOf = ({ externalId }: StockChange): number => Number(splitId(externalId).own);
  const query = { per_page: MOST, include: changes.map(idOf).join(','), status: 'any', _fields: FIELDS };
  const { value } = await callWoo(access, path, { query, shape: Variations });
  const there = new Map(value.map((one) => [one.id, Math.floor(one.stock_quantity ?? 0)]));
  const isSame = (change: StockChange): boolean => there.get(idOf(change)) === change.before;
  const update = changes.filter(isSame).map((change) => ({ id: idOf(change), stock_quantity: change.qty }));
  if (update.length > 0) {
    const { value: made } = await callWoo(access, `${path}/batch`, { method: 'POST', body: { update }, shape: Batch });
    // The others of the batch were changed. The engine tells each by itself after a refusal.
    const wrong = made.update.find(({ error }) => error !== undefined);
    if (wrong?.error) throw new ShopError({ kind: 'refused', message: `${wrong.id}: ${wrong.error.message}`.slice(0, 300) });
  }
  return changes
    .filter((change) => !isSame(change))
    .map((change) => ({ externalId: change.externalId, there: there.get(idOf(change)) ?? null }));
}

export async function setStock(access: WooAccess, changes: readonly StockChange[]): Promise<StaleStock[]> {
  const byPath = new Map<string, StockChange[]>();
  for (const change of changes) {
    const { parent } = splitId(change.externalId);
    const path = parent === null ? 'products' : `products/${parent}/variations`;
    byPath.set(path, [...(byPath.get(path) ?? []), change]);
  }
  const stale: StaleStock[] = [];
  for (const [path, all] of byPath) for (const some of chunks(all)) stale.push(...(await setSome(access, path, some)));
  return stale;
}
