import { seal } from '../../server/modules/channels/channels/seal.ts';
import { startShopware } from '../stand-ins/shopware.ts';
import type { NewOrder, Order } from '../stand-ins/shopware-orders.ts';
import { openFloor } from './floor.ts';
import { shopWorkOf } from './shop-work.ts';
import { first } from './shopware-calls.ts';
import { stockUp } from './warehouse.ts';

/** A house that ships for a Shopware shop, both on loopback. */

export type ShopwareFloor = Awaited<ReturnType<typeof openShopwareFloor>>;

export async function openShopwareFloor() {
  // The server itself works on no shop; the rounds are made by the test.
  const floor = await openFloor(8, { SHOP_ADDRESSES: 'none' });
  const shopware = await startShopware();
  const { shop } = shopware;
  // What was placed a minute ago is in the first window.
  shop.clock = -60_000;
  const work = shopWorkOf(floor, { SHOP_ADDRESSES: 'any' });
  const body = { merchantId: floor.house.merchantId, name: 'Tea shop', kind: 'shopware', shop: shopware.url };
  const { data, code } = await floor.server.call<{ id: string }>('POST', '/v0/channels', body, floor.admin);
  if (code !== 'OK') throw new Error(JSON.stringify(data));
  const channelId = data.id;
  const credentials = seal(floor.server.config.KONTOR_SECRET, channelId, JSON.stringify(shopware.keys));
  await work.rows(`update channels set credentials = $2, state = 'connected', connected_at = now() where id = $1`, channelId, credentials);
  const item = await floor.makeItem();
  await stockUp(floor.server, floor.house.merchantId, item.id, floor.shelf(5), 500);
  await work.round();

  const orderOf = (order: Order, n = 0) => work.orderRow(channelId, order.deliveries[n]?.id ?? '');
  const taskOf = async (order: Order): Promise<string> => String((await orderOf(order))['task_id']);
  let numbers = 10_000;
  return {
    ...work,
    floor,
    shopware,
    shop,
    channelId,
    item,
    orderOf,
    taskOf,
    place: (more: Partial<NewOrder> = {}): Order => {
      numbers += 1;
      return shop.place({ number: String(numbers), lines: [{ sku: item.sku, qty: 1 }], ...more });
    },
    /** The states to which a delivery was brought, of which each sends a mail. */
    statesOf: (order: Order): string[] => shop.transitions.filter(({ delivery }) => delivery === first(order).id).map(({ to }) => to),
    shipAll: async (order: Order): Promise<string> => work.shipTask(await taskOf(order)),
    close: async (): Promise<void> => {
      await floor.server.close();
      await shopware.close();
    },
  };
}
