import { seal } from '../../server/modules/channels/channels/seal.ts';
import { type Shopify, startShopify } from '../stand-ins/shopify.ts';
import type { Order, Shop } from '../stand-ins/shopify-orders.ts';
import { type Floor, openFloor } from './floor.ts';
import { shopWorkOf } from './shop-work.ts';
import { stockUp } from './warehouse.ts';

/** A house that ships for a Shopify shop, both on loopback. The rounds over the shops are made by the test, not by the server. */

export const HOST = 'tea.myshopify.com';
export type ShopFloor = Awaited<ReturnType<typeof openShopFloor>>;

/** A channel of the floor's merchant that is connected to a shop. */
async function makeChannel(floor: Floor, shopify: Shopify, host: string): Promise<string> {
  const body = { merchantId: floor.house.merchantId, name: host, kind: 'shopify', shop: host };
  const { data, code } = await floor.server.call<{ id: string }>('POST', '/v0/channels', body, floor.admin);
  if (code !== 'OK') throw new Error(JSON.stringify(data));
  await connect(floor, shopify, data.id, host);
  return data.id;
}
async function connect(floor: Floor, shopify: Shopify, id: string, host: string, obtainedAt = Date.now()): Promise<void> {
  const grant = JSON.stringify({ ...shopify.grant(host), obtained_at: obtainedAt });
  const credentials = seal(floor.server.config.KONTOR_SECRET, id, grant);
  await floor.rows(`update channels set credentials = $2, scopes = $3, state = 'connected', connected_at = now() where id = $1`, [
    id,
    credentials,
    shopify.shopOf(host).scopes.join(','),
  ]);
}

export async function openShopFloor() {
  const floor = await openFloor();
  const shopify = await startShopify();
  const shop = shopify.shopOf(HOST);
  // What was placed a minute ago is in the first window.
  shop.clock = -60_000;
  const channelId = await makeChannel(floor, shopify, HOST);
  const item = await floor.makeItem();
  await stockUp(floor.server, floor.house.merchantId, item.id, floor.shelf(5), 500);
  const work = shopWorkOf(floor, { SHOPIFY_APP: shopify.app, SHOP_PLATFORM_URL: shopify.url });
  const { rows, round } = work;
  // Makes our place in the shop: orders are assigned to it.
  await round();
  const orderOf = ({ id }: Order) => work.orderRow(channelId, id.split('/').pop() ?? '');
  const taskOf = async (order: Order): Promise<string> => String((await orderOf(order))['task_id']);
  return {
    floor,
    shopify,
    shop,
    channelId,
    item,
    rows,
    round,
    work: work.work,
    withFaults: work.withFaults,
    orderOf,
    taskOf,
    handOver: work.handOver,
    packInto: work.packInto,
    messages: work.messages,
    makeChannel: (host: string) => makeChannel(floor, shopify, host),
    connect: (obtainedAt?: number) => connect(floor, shopify, channelId, HOST, obtainedAt),
    /** An order of a customer, for which the shop asks us to ship. */
    place: (name: string, lines: Parameters<Shop['place']>[0]['lines'] = [{ sku: item.sku, qty: 1 }], more = {}): Order =>
      shop.place({ name, lines, ...more }),
    shipAll: async (order: Order): Promise<string> => work.shipTask(await taskOf(order)),
    close: async (): Promise<void> => {
      await floor.server.close();
      await shopify.close();
    },
  };
}
