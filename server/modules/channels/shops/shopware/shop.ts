import { type Shop, ShopError } from '../platform.ts';
import { type Call, callShopware, privilegesIn } from './client.ts';
import { anyDelivery, changedOrders, deliveriesIn, deliveriesOf, isId, MOST_ORDERS, productsOf } from './criteria.ts';
import { orderNotices } from './notices.ts';
import { fulfilledOf, stateBy, withParcel } from './parcels.ts';
import { changedAt, changingRows, orderOf, wantedOf } from './read-order.ts';
import { Anything, Changed, Deliveries, type Delivery, type Parcels, Products } from './shapes.ts';
import { pageAfter, type StockAccess, setStock, stockReader } from './stock.ts';

/**
 * A shop of Shopware from 6.6 on. What is shipped is a delivery (OrderDelivery): an order may have several, and one without positions, which only
 * carries a discount on shipping, is none.
 */

/** The transition that leads to a state (StateMachineTransitionActions). */
const TRANSITIONS = { shipped: 'ship', shipped_partially: 'ship_partially' } as const;

/** @param access its mapping is that of the channel: ways of shipping, and ways of paying after delivery */
export function shopwareShop(access: StockAccess & { noticesUrl: string }): Shop {
  const { mapping } = access;
  const call = <T>(one: Call<T>): Promise<T> => callShopware(access, one);
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
  /**
   * The shop answers a transition that was made before as if it were new, sends no second mail, and refuses one that does not lead on from the state:
   * for example because a person has set it to shipped.
   */
  async function bring(id: string, state: keyof typeof TRANSITIONS): Promise<void> {
    const transition = TRANSITIONS[state];
    try {
      await call({ name: transition, path: `/_action/order_delivery/${id}/state/${transition}`, shape: Anything });
    } catch (error) {
      if (!(error instanceof ShopError) || error.fault.kind !== 'refused') throw error;
      if (!['shipped', state].includes((await findOne(id)).stateMachineState)) throw error;
    }
  }
  // Without `_response` the answer is empty.
  const write = (id: string, trackingCodes: readonly string[], parcels: Parcels): Promise<unknown> =>
    call({
      name: 'tracking',
      method: 'PATCH',
      path: `/order-delivery/${id}?_response=detail`,
      body: { trackingCodes, customFields: { kontor_parcels: parcels } },
      shape: Anything,
    });
  return {
    stockMeans: 'available',
    prepare: async () => {
      const now = new Date().toISOString();
      const missing = new Set<string>();
      const look = async (read: Promise<unknown>): Promise<void> => {
        await read.catch((error: unknown) => {
          const privileges = error instanceof ShopError ? privilegesIn(error.fault) : [];
          if (privileges.length === 0) throw error;
          for (const one of privileges) missing.add(one);
        });
      };
      await look(search('changed', 'order', { ...changedOrders(now, now, null), limit: 1 }, Changed));
      await look(search('details', 'order-delivery', anyDelivery, Deliveries));
      await look(search('stock', 'product', { ...productsOf(null), limit: 1 }, Products));
      if (missing.size === 0) await orderNotices(access, access.noticesUrl);
      return { location: 'shop', missingScopes: [...missing] };
    },
    changed: async (since, until, page) => {
      const { data } = await search('changed', 'order', changedOrders(since, until, page), Changed);
      const rows = data.flatMap((order) =>
        order.deliveries
          .filter(({ positions }) => positions.length > 0)
          .map((delivery) => ({
            externalId: delivery.id,
            changedAt: changedAt(changingRows(order, delivery), Date.parse(until)),
            wanted: wantedOf(order, delivery, mapping),
          })),
      );
      return { rows, next: pageAfter(data, MOST_ORDERS) };
    },
    details: async (ids) => {
      const known = ids.filter(isId);
      const found = known.length > 0 ? await find(known) : [];
      const others = ids.filter((id) => !found.some((delivery) => delivery.id === id));
      // A person who asks for an order names the order itself.
      if (others.length > 0) found.push(...(await search('details', 'order-delivery', deliveriesIn(others), Deliveries)).data);
      return found.map((delivery) => orderOf(delivery, mapping));
    },
    // Shopware asks nobody whether an order is taken. To change its state would send a mail to the customer.
    accept: async () => undefined,
    // A customer or merchant cancels without asking; the order has ended then.
    answerCancel: async () => undefined,
    lookFulfilled: async (id) => fulfilledOf(await findOne(id)),
    fulfil: async (shipment) => {
      const { externalId: id, trackingNo } = shipment;
      const found = await findOne(id);
      const parcels = withParcel(found.customFields, shipment);
      const trackingCodes = [...new Set([...found.trackingCodes, trackingNo])].filter(Boolean);
      await write(id, trackingCodes, parcels);
      await bring(id, stateBy(found, found.order.lineItems, parcels));
    },
    track: async ({ externalId: id, trackingNo }, former) => {
      const { trackingCodes, customFields } = await findOne(id);
      if (![...trackingCodes, ...customFields.map((one) => one.trackingNo)].some((one) => former.includes(one))) return;
      const codes = [...new Set(trackingCodes.map((one) => (former.includes(one) ? trackingNo : one)))];
      await write(
        id,
        codes,
        customFields.map((one) => (former.includes(one.trackingNo) ? { ...one, trackingNo } : one)),
      );
    },
    closeRest: async (id) => {
      // What was cancelled there, or set to shipped, has no rest.
      if ((await findOne(id)).stateMachineState === 'shipped_partially') await bring(id, 'shipped');
      return true;
    },
    stock: stockReader(access),
    setStock: (changes) => setStock(access, changes),
  };
}
