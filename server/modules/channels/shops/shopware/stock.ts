import type { z } from 'zod';
import type { Page, ShopItem, StaleStock, StockChange } from '../platform.ts';
import { callShopware, type ShopwareAccess } from './client.ts';
import { MOST_ORDERS, MOST_PRODUCTS, productsBy, productsOf, waitingOrders } from './criteria.ts';
import { goodsOf, payment } from './read-order.ts';
import { Anything, Products, WaitingOrders } from './shapes.ts';

/**
 * The stock of a shop. The field `stock` is what can be sold: Shopware takes a piece off when its order is placed, whether it is paid or not, and gives
 * it back when the order is cancelled (OrderStockSubscriber, since 6.6). The house learns of an order when it is paid. Until then its pieces are
 * free here, so they are added to what is read and taken off what is told; otherwise they would be sold twice.
 */

export type StockAccess = ShopwareAccess & { mapping: Readonly<Record<string, string>> };

/** The page that comes after these rows, by the number that each of them has. */
export const pageAfter = (rows: readonly { autoIncrement: number }[], most: number): string | null =>
  rows.length < most ? null : String(rows.at(-1)?.autoIncrement ?? 0);

/** @param products only these; all if null @returns pieces of orders that wait for their payment, by product */
async function waitingPieces(access: StockAccess, products: readonly string[] | null): Promise<Map<string, number>> {
  const pieces = new Map<string, number>();
  for (let page: string | null = null; ; ) {
    const body = waitingOrders(products, page);
    const { data }: z.infer<typeof WaitingOrders> = await callShopware(access, {
      name: 'waiting',
      path: '/search/order',
      body,
      shape: WaitingOrders,
    });
    const deliveries = data.flatMap((order) =>
      payment(order, access.mapping) === 'waits' ? order.deliveries.map((delivery) => ({ delivery, order })) : [],
    );
    for (const { delivery, order } of deliveries)
      for (const { item, qty } of delivery.stateMachineState === 'open' ? goodsOf(delivery, order.lineItems) : [])
        if (item.productId) pieces.set(item.productId, (pieces.get(item.productId) ?? 0) + qty);
    page = pageAfter(data, MOST_ORDERS);
    if (page === null) return pieces;
  }
}
const readProducts = (access: StockAccess, body: object) =>
  callShopware(access, { name: 'stock', path: '/search/product', body, shape: Products });

/** One for all pages of a reading: what waits is asked for once. */
export function stockReader(access: StockAccess): (page: string | null) => Promise<Page<ShopItem>> {
  let waiting: Map<string, number> | null = null;
  return async (page) => {
    waiting = page === null || waiting === null ? await waitingPieces(access, null) : waiting;
    const { data } = await readProducts(access, productsOf(page));
    const rows: ShopItem[] = [];
    for (const { id, productNumber, stock, type, states, ean, name, translated } of data)
      if (type !== 'digital' && !states.includes('is-download'))
        rows.push({
          externalId: id,
          sku: productNumber,
          qty: stock + (waiting.get(id) ?? 0),
          barcode: ean,
          title: translated?.name || name,
        });
    return { rows, next: pageAfter(data, MOST_PRODUCTS) };
  };
}

/** Shopware compares nothing by itself, so what stands there is read just before. */
export async function setStock(access: StockAccess, changes: readonly StockChange[]): Promise<readonly StaleStock[]> {
  const ids = changes.map(({ externalId }) => externalId);
  const waiting = await waitingPieces(access, ids);
  const { data } = await readProducts(access, productsBy(ids));
  const there = new Map(data.map(({ id, stock }) => [id, stock + (waiting.get(id) ?? 0)]));
  const isSame = ({ externalId, before }: StockChange): boolean => there.get(externalId) === before;
  const payload = changes.filter(isSame).map(({ externalId: id, qty }) => ({ id, stock: qty - (waiting.get(id) ?? 0) }));
  if (payload.length > 0) {
    const body = [{ action: 'upsert', entity: 'product', payload }];
    await callShopware(access, { name: 'setStock', path: '/_action/sync', body, shape: Anything });
  }
  return changes.filter((change) => !isSame(change)).map(({ externalId }) => ({ externalId, there: there.get(externalId) ?? null }));
}
