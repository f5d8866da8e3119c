import type { z } from 'zod';
import type { ShopItem, StockChange } from '../platform.ts';
import { type Call, callShopware, type ShopwareAccess } from './client.ts';
import { MOST_OPEN, MOST_PRODUCTS, OPEN, openOrders, productsBy, productsOf } from './criteria.ts';
import { remainingOf } from './parcels.ts';
import { changedAt, changingRows, payment } from './read-order.ts';
import { Anything, OpenOrders, Products } from './shapes.ts';

/**
 * The stock of a shop. The field `stock` is what can be sold: Shopware takes a piece off when its order is placed, whether it is paid or not, and gives
 * it back when the order is cancelled (OrderStockSubscriber, since 6.6). The engine counts what is on hand, which is `stock` and the pieces of open
 * orders. So an order that waits for its payment, or was not read yet, cannot be sold twice.
 */

export type StockAround = ShopwareAccess & {
  mapping: Readonly<Record<string, string>>;
  /** Orders that have not changed since then, and are paid, were shipped by somebody else. */
  since: string;
};
type Numbered = { autoIncrement: number };
const afterLast = (rows: readonly Numbered[], most: number): string | null =>
  rows.length < most ? null : String(rows.at(-1)?.autoIncrement ?? 0);

/** @param products only these; all if null @returns pieces that the shop has taken off its stock and that are not shipped, by product */
async function openPieces(around: StockAround, products: readonly string[] | null): Promise<Map<string, number>> {
  const pieces = new Map<string, number>();
  for (let page: string | null = null; ; ) {
    const call: Call<z.infer<typeof OpenOrders>> = {
      name: 'openOrders',
      path: '/search/order',
      body: openOrders(around.since, products, page),
      shape: OpenOrders,
    };
    const { data } = await callShopware(around, call);
    for (const order of data)
      for (const delivery of order.deliveries) {
        const mayBeOurs =
          Date.parse(changedAt(changingRows(order, delivery))) >= Date.parse(around.since) || payment(order, around.mapping) === 'waits';
        if (!OPEN.includes(delivery.stateMachineState) || !mayBeOurs) continue;
        for (const [line, qty] of remainingOf(delivery, order.lineItems, delivery.customFields)) {
          const product = order.lineItems.find(({ id }) => id === line)?.productId;
          if (product) pieces.set(product, (pieces.get(product) ?? 0) + qty);
        }
      }
    page = afterLast(data, MOST_OPEN);
    if (page === null) return pieces;
  }
}

export function stockOf(around: StockAround) {
  const read = (body: object) => callShopware(around, { name: 'stock', path: '/search/product', body, shape: Products });
  let all: Promise<Map<string, number>> | null = null;

  async function onHand(ids: readonly string[]): Promise<Map<string, { stock: number; open: number }>> {
    const open = await openPieces(around, ids);
    const { data } = await read(productsBy(ids));
    return new Map(data.map(({ id, stock }) => [id, { stock, open: open.get(id) ?? 0 }]));
  }
  return {
    stock: async (page: string | null) => {
      if (page === null || all === null) all = openPieces(around, null);
      const open = await all;
      const { data } = await read(productsOf(page));
      const rows = data
        .filter(({ states }) => !states.includes('is-download'))
        .map(({ id, productNumber, stock }): ShopItem => ({ externalId: id, sku: productNumber, qty: stock + (open.get(id) ?? 0) }));
      return { rows, next: afterLast(data, MOST_PRODUCTS) };
    },
    /** Shopware compares nothing by itself, so it is looked before and after: what an order changed in between is read again and told anew. */
    setStock: async (changes: readonly StockChange[]): Promise<readonly string[]> => {
      const before = await onHand(changes.map(({ externalId }) => externalId));
      const fresh = changes.flatMap((change) => {
        const now = before.get(change.externalId);
        return now && now.stock + now.open === change.before ? [{ ...change, stock: change.qty - now.open }] : [];
      });
      const ids = fresh.map(({ externalId }) => externalId);
      if (ids.length > 0) {
        const payload = fresh.map(({ externalId, stock }) => ({ id: externalId, stock }));
        const body = [{ action: 'upsert', entity: 'product', payload }];
        await callShopware(around, { name: 'setStock', path: '/_action/sync', body, shape: Anything });
        const now = await onHand(ids);
        const isTold = ({ externalId, qty }: StockChange): boolean => {
          const one = now.get(externalId);
          return one !== undefined && one.stock + one.open === qty;
        };
        return changes.filter((change) => !ids.includes(change.externalId) || !isTold(change)).map(({ externalId }) => externalId);
      }
      return changes.map(({ externalId }) => externalId);
    },
  };
}
