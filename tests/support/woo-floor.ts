import { seal } from '../../server/modules/channels/channels/seal.ts';
import type { WooOrder } from '../../server/modules/channels/sample-shop/shop.ts';
import { startWooCommerce } from '../stand-ins/woocommerce.ts';
import { openFloor } from './floor.ts';
import { shopWorkOf } from './shop-work.ts';
import { stockUp } from './warehouse.ts';

/** A house that ships for a WooCommerce shop, both on loopback. */

export type WooFloor = Awaited<ReturnType<typeof openWooFloor>>;

export async function openWooFloor() {
  // The server itself works on no shop; the rounds are made by the test.
  const floor = await openFloor(8, { SHOP_ADDRESSES: 'none' });
  const woo = await startWooCommerce();
  // What was placed a minute ago is in the first window.
  woo.state.clock = -60_000;
  const work = shopWorkOf(floor, { SHOP_ADDRESSES: 'any' });
  const make = async (shop: string): Promise<string> => {
    const body = { merchantId: floor.house.merchantId, name: shop, kind: 'woocommerce', shop };
    const { data, code } = await floor.server.call<{ id: string }>('POST', '/v0/channels', body, floor.admin);
    if (code !== 'OK') throw new Error(JSON.stringify(data));
    return data.id;
  };
  const channelId = await make(woo.url);

  const credentials = seal(floor.server.config.KONTOR_SECRET, channelId, JSON.stringify(woo.keys));
  await work.rows(`update channels set credentials = $2, state = 'connected', connected_at = now() where id = $1`, channelId, credentials);
  const item = await floor.makeItem();
  await stockUp(floor.server, floor.house.merchantId, item.id, floor.shelf(5), 500);
  const orderOf = ({ id }: WooOrder) => work.orderRow(channelId, String(id));
  const taskOf = async (order: WooOrder): Promise<string> => String((await orderOf(order))['task_id']);
  await work.round();
  return {
    ...work,
    floor,
    woo,
    channelId,
    make,
    item,
    orderOf,
    taskOf,
    shipAll: async (order: WooOrder): Promise<string> => work.shipTask(await taskOf(order)),
    close: async (): Promise<void> => {
      await floor.server.close();
      await woo.close();
    },
  };
}
