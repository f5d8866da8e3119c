import { type Advice, type Shop, ShopError, type ShopOrder } from '../platform.ts';
import { callEbay, type EbayAccess } from './client.ts';
import { SCOPES } from './oauth.ts';
import { formerNo, fulfil, lookFulfilled, orderPath, writtenNo } from './parcels.ts';
import { asksToCancel, orderOf, wantedOf } from './read-order.ts';
import { ebayReturns } from './returns.ts';
import { type EbayOrder, Items, OneOrder, Orders } from './shapes.ts';
import { DAILY_LIMIT, INVENTORY, setStock, stockPage } from './stock.ts';

/** The listings of one seller on eBay, by the Fulfillment, Inventory and Post-Order APIs. */

/** @param scopes that the seller granted @param keyOf what is stored of a buyer's user name */
type Options = EbayAccess & { scopes: string; keyOf: (userName: string) => string };

const ORDERS = '/sell/fulfillment/v1/order';
/** Orders of a page, the most that eBay gives. */
const PAGE = 200;
/** Statuses of answers that name orders which are not there. */
const NOT_THERE = [400, 404];

type PageKey = { offset: number; total: number | null };
const readKey = (page: string | null): PageKey => {
  const [offset, total] = (page ?? '0').split(':').map(Number);
  return { offset: offset ?? 0, total: total ?? null };
};

/** People have to do something at eBay. */
const byHand = (message: string, advice: Advice): ShopError => new ShopError({ kind: 'refused', message, advice });

export function ebayShop(options: Options): Shop {
  const readOrder = (id: string): Promise<EbayOrder> => callEbay(options, 'order', orderPath(id), { shape: OneOrder });
  /** Null if eBay does not know it. */
  const findOrder = (id: string): Promise<EbayOrder | null> =>
    readOrder(id).catch((error: unknown) => {
      if (error instanceof ShopError && NOT_THERE.includes(error.fault.status ?? 0)) return null;
      throw error;
    });

  return {
    stockMeans: 'available',
    dailyLimit: DAILY_LIMIT,
    writtenNo,
    prepare: async () => {
      const granted = options.scopes.split(/\s+/);
      const missing = new Set<string>(SCOPES.filter((scope) => !granted.includes(scope)));
      // eBay does not list what a token may do, so each interface is asked once.
      const look = async (scope: string, read: () => Promise<unknown>): Promise<void> => {
        await read().catch((error: unknown) => {
          if (!(error instanceof ShopError) || error.fault.status !== 403) throw error;
          missing.add(scope);
        });
      };
      await look(SCOPES[0], () => callEbay(options, 'orders', ORDERS, { query: { limit: 1 }, shape: Orders }));
      await look(SCOPES[1], () => callEbay(options, 'items', `${INVENTORY}/inventory_item`, { query: { limit: 1 }, shape: Items }));
      return { location: 'shop', missingScopes: [...missing].map((scope) => scope.slice(scope.lastIndexOf('/') + 1)) };
    },
    // Orders of every status, so that one which was shipped or cancelled by hand is seen. One that changes while the list is read leaves the window,
    // and later ones move up by one: then the pages before are read again.
    changed: async (since, until, page) => {
      const { offset, total: before } = readKey(page);
      const query = { filter: `lastmodifieddate:[${since}..${until}]`, limit: PAGE, offset };
      const { orders, total } = await callEbay(options, 'orders', ORDERS, { query, shape: Orders });
      const rows = orders.map((order) => {
        const wanted = wantedOf(order);
        // Read also if it is not known: it is stored, and waits.
        return { externalId: order.orderId, changedAt: order.lastModifiedDate, wanted: wanted === 'cancel' ? ('ship' as const) : wanted };
      });
      const moved = before === null ? 0 : Math.max(0, before - total);
      const next = moved > 0 ? Math.max(0, offset - moved) : offset + PAGE < total ? offset + PAGE : null;
      return { rows, next: next === null ? null : `${next}:${total}` };
    },
    details: async (ids) => {
      const query = { orderIds: ids.join(','), limit: PAGE };
      const found = await callEbay(options, 'details', ORDERS, { query, shape: Orders }).catch((error: unknown) => {
        if (!(error instanceof ShopError) || !NOT_THERE.includes(error.fault.status ?? 0)) throw error;
        return null;
      });
      const orders: ShopOrder[] = (found?.orders ?? []).map((order) => orderOf(order, options.keyOf));
      // One unknown number lets the whole call fail.
      for (const id of found ? [] : ids) {
        const one = await findOrder(id);
        if (one) orders.push(orderOf(one, options.keyOf));
      }
      return orders;
    },
    // The seller accepts by selling.
    accept: async () => {},
    // To approve a request gives the buyer's money back, which is the merchant's decision. It is asked for in words, and looked whether it was made.
    answerCancel: async (id, isCancelled, message) => {
      const order = await findOrder(id);
      if (!order || !asksToCancel(order)) return;
      throw byHand(`${id}: ${message}`, { key: isCancelled ? 'approveCancel' : 'declineCancel', params: { no: id, answer: message } });
    },
    lookFulfilled: (id) => lookFulfilled(options, id),
    fulfil: (shipment) => fulfil(options, shipment),
    track: async (shipment, former) => {
      const { externalId: no, trackingNo } = shipment;
      const old = await formerNo(options, shipment, former);
      if (old !== null) throw byHand(`${no}: ${old} → ${trackingNo}`, { key: 'replaceTracking', params: { no, old, trackingNo } });
    },
    stock: (page) => stockPage(options, page),
    setStock: (changes) => setStock(options, changes),
    returns: ebayReturns(options, findOrder),
  };
}
