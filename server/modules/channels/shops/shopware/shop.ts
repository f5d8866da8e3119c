import { type Fulfilled, type Page, type Shop, ShopError, type ShopItem } from '../platform.ts';
import { type Call, callShopware, PrivilegesMissing, type ShopwareAccess } from './client.ts';
import { anyDelivery, changedOrders, deliveriesOf, MOST_ORDERS, MOST_PRODUCTS, productsBy, productsOf } from './criteria.ts';
import { changedAt, goodsOf, orderOf, rowsOf, wantedOf } from './read-order.ts';
import { Anything, Changed, Deliveries, type Delivery, Products } from './shapes.ts';

/**
 * A shop of Shopware from 6.6 on. What is shipped is a delivery (OrderDelivery): an order may have several, and one without positions, which only
 * carries a discount on shipping, is none.
 */

type Around = ShopwareAccess & {
  /** Of the channel: ways of shipping, and ways of paying after delivery. */
  mapping: Readonly<Record<string, string>>;
};

/** States of a delivery in which it takes another parcel. */
const OPEN = ['open', 'shipped_partially'];

type Numbered = { autoIncrement: number };
/** @param read what the shop answered, of which `rows` were made */
function pageOf<T>(rows: readonly T[], read: readonly Numbered[], most: number): Page<T> {
  const last = read.at(-1);
  return { rows, next: last === undefined || read.length < most ? null : String(last.autoIncrement) };
}

export function shopwareShop(around: Around): Shop {
  const { mapping } = around;
  const call = <T>(one: Call<T>): Promise<T> => callShopware(around, one);
  const search = <T>(name: string, entity: string, body: object, shape: Call<T>['shape']): Promise<T> =>
    call({ name, path: `/search/${entity}`, body, shape });

  async function find(ids: readonly string[]): Promise<Delivery[]> {
    return (await search('details', 'order-delivery', deliveriesOf(ids), Deliveries)).data;
  }
  async function findOne(id: string): Promise<Delivery> {
    const [found] = await find([id]);
    if (!found) throw new ShopError({ kind: 'refused', message: 'The delivery is gone from the shop.' });
    return found;
  }
  /** The shop answers a transition that was made before as if it were new, and refuses one that does not lead on from the state. */
  async function bring(id: string, transition: 'ship' | 'ship_partially', done: readonly string[]): Promise<void> {
    try {
      await call({ name: transition, path: `/_action/order_delivery/${id}/state/${transition}`, shape: Anything });
    } catch (error) {
      if (!(error instanceof ShopError) || error.fault.kind !== 'refused') throw error;
      if (!done.includes((await findOne(id)).stateMachineState)) throw error;
    }
  }
  return {
    prepare: async () => {
      const now = new Date().toISOString();
      const missing = new Set<string>();
      const look = async (run: () => Promise<unknown>): Promise<void> => {
        try {
          await run();
        } catch (error) {
          if (!(error instanceof PrivilegesMissing)) throw error;
          for (const one of error.privileges) missing.add(one);
        }
      };
      await look(() => search('changed', 'order', { ...changedOrders(now, now, null), limit: 1 }, Changed));
      await look(() => search('details', 'order-delivery', anyDelivery, Deliveries));
      await look(() => search('stock', 'product', { ...productsOf(null), limit: 1 }, Products));
      return { location: around.url, missingScopes: [...missing] };
    },
    changed: async (since, until, page) => {
      const { data } = await search('changed', 'order', changedOrders(since, until, page), Changed);
      const rows = data.flatMap((order) =>
        order.deliveries
          .filter(({ positions }) => positions.length > 0)
          .map((delivery) => ({
            externalId: delivery.id,
            changedAt: changedAt(rowsOf(order, delivery), Date.parse(until)),
            wanted: wantedOf(order, delivery, mapping),
          })),
      );
      return pageOf(rows, data, MOST_ORDERS);
    },
    details: async (ids) => (await find(ids)).map((delivery) => orderOf(delivery, mapping)),
    // Shopware asks nobody whether an order is taken. To change its state would send a mail to the customer.
    accept: async () => undefined,
    // A customer or merchant cancels without asking; the order has ended then.
    answerCancel: async () => undefined,
    lookFulfilled: async (id): Promise<Fulfilled> => {
      const found = await findOne(id);
      const takesMore = OPEN.includes(found.stateMachineState);
      return {
        isOpen: true,
        // The shop does not count pieces. While the delivery is open, all of them may be shipped.
        remaining: new Map(takesMore ? goodsOf(found).map(({ item, qty }) => [item.id, qty]) : []),
        trackingNos: found.trackingCodes,
      };
    },
    fulfil: async ({ externalId: id, trackingNo }) => {
      const { trackingCodes } = await findOne(id);
      if (trackingNo !== '' && !trackingCodes.includes(trackingNo))
        await call({
          name: 'tracking',
          method: 'PATCH',
          // Without it the answer is empty.
          path: `/order-delivery/${id}?_response=detail`,
          body: { trackingCodes: [...trackingCodes, trackingNo] },
          shape: Anything,
        });
      await bring(id, 'ship', ['shipped']);
    },
    stock: async (page) => {
      const { data } = await search('stock', 'product', productsOf(page), Products);
      const rows = data
        .filter(({ states }) => !states.includes('is-download'))
        .map(({ id, productNumber, stock }): ShopItem => ({ externalId: id, sku: productNumber, qty: stock }));
      return pageOf(rows, data, MOST_PRODUCTS);
    },
    setStock: async (changes) => {
      const ids = changes.map(({ externalId }) => externalId);
      const { data } = await search('stock', 'product', productsBy(ids), Products);
      const now = new Map(data.map(({ id, stock }) => [id, stock]));
      // The shop takes orders off while we look, so what is not as it was read is read again. It compares nothing by itself.
      const fresh = changes.filter(({ externalId, before }) => now.get(externalId) === before);
      if (fresh.length > 0) {
        const payload = fresh.map(({ externalId, qty }) => ({ id: externalId, stock: qty }));
        await call({ name: 'setStock', path: '/_action/sync', body: [{ action: 'upsert', entity: 'product', payload }], shape: Anything });
      }
      return changes.filter((change) => !fresh.includes(change)).map(({ externalId }) => externalId);
    },
  };
}
