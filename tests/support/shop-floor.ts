import pino from 'pino';
import { expect } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { seal } from '../../server/modules/channels/channels/seal.ts';
import { workShops } from '../../server/modules/channels/shops/work.ts';
import { type Shopify, startShopify } from '../stand-ins/shopify.ts';
import type { Order, Shop } from '../stand-ins/shopify-orders.ts';
import { type Floor, openFloor, why } from './floor.ts';
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
  await floor.rows(`update channels set credentials = $2, state = 'connected', connected_at = now() where id = $1`, [id, credentials]);
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
  const rows = (text: string, ...values: unknown[]) => floor.rows(text, values) as Promise<Record<string, unknown>[]>;
  const around = {
    db: createDb(floor.server.pool),
    config: { ...floor.server.config, SHOPIFY_APP: shopify.app, SHOP_PLATFORM_URL: shopify.url },
    log: pino({ level: 'silent' }),
  };
  /** One round of a node, after enough time for everything to be due again. */
  const round = async (origin = around.config.KONTOR_ORIGIN): Promise<void> => {
    await rows(`update shop_connections set read_at = null, stock_told_at = null, paused_until = null`);
    await rows(`update channel_due set due_at = now() where outcome = 'open'`);
    await workShops({ ...around, config: { ...around.config, KONTOR_ORIGIN: origin } });
  };
  // Makes our place in the shop: orders are assigned to it.
  await round();
  const orderOf = async ({ id }: Order) => {
    const [row] = await rows(
      `select o.state, o.reason, o.detail, o.task_id, o.external_no, o.body, o.id from channel_orders o where o.channel_id = $1 and o.external_id = $2`,
      channelId,
      id.split('/').pop(),
    );
    return row ?? {};
  };
  const taskOf = async (order: Order): Promise<string> => String((await orderOf(order))['task_id']);
  const handOver = async (parcelId: string): Promise<void> => {
    await rows(`update parcels set tracking_no = 'TR-' || left(id::text, 18), label_state = 'foreign' where id = $1`, parcelId);
    expect(why(await floor.scanner.send({ do: 'handOver', parcelId, loadingListId: null }))).toEqual(['applied']);
  };
  return {
    floor,
    shopify,
    shop,
    channelId,
    item,
    rows,
    round,
    orderOf,
    taskOf,
    handOver,
    makeChannel: (host: string) => makeChannel(floor, shopify, host),
    connect: (obtainedAt?: number) => connect(floor, shopify, channelId, HOST, obtainedAt),
    /** An order of a customer, for which the shop asks us to ship. */
    place: (name: string, lines: Parameters<Shop['place']>[0]['lines'] = [{ sku: item.sku, qty: 1 }], more = {}): Order =>
      shop.place({ name, lines, ...more }),
    /** Messages with such a title, each counted once however many people got it. */
    messages: async (like: string): Promise<number> =>
      Number((await rows(`select count(distinct (title, text))::int as n from messages where title like $1`, like))[0]?.['n']),
    /** Picks, packs and hands over the whole order. */
    shipAll: async (order: Order): Promise<string> => {
      const taskId = await taskOf(order);
      await floor.pickAll(taskId);
      const parcelId = await floor.packAll(taskId);
      await handOver(parcelId);
      return parcelId;
    },
    close: async (): Promise<void> => {
      await floor.server.close();
      await shopify.close();
    },
  };
}
