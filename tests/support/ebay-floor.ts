import { seal } from '../../server/modules/channels/channels/seal.ts';
import { SCOPES } from '../../server/modules/channels/shops/ebay/oauth.ts';
import { startEbay } from '../stand-ins/ebay.ts';
import type { EbayOrder, NewOrder } from '../stand-ins/ebay-seller.ts';
import { openFloor } from './floor.ts';
import { shopWorkOf } from './shop-work.ts';
import { stockUp } from './warehouse.ts';

/** A house that ships for a seller on eBay, both on loopback. The rounds over the shops are made by the test. */

export type EbayFloor = Awaited<ReturnType<typeof openEbayFloor>>;

export async function openEbayFloor() {
  const ebay = await startEbay();
  const settings = { EBAY_APP: ebay.app, SHOP_PLATFORM_URL: ebay.url };
  // The server itself has no application, so it works on no shop.
  const floor = await openFloor();
  const seller = ebay.sellerOf('bright-home');
  // What was placed a minute ago is in the first window.
  seller.clock = -60_000;
  const work = shopWorkOf(floor, settings);
  const make = async (name: string, merchantId = floor.house.merchantId): Promise<string> => {
    const body = { merchantId, name, kind: 'ebay' };
    const { data, code } = await floor.server.call<{ id: string }>('POST', '/v0/channels', body, floor.admin);
    if (code !== 'OK') throw new Error(JSON.stringify(data));
    return data.id;
  };
  const connect = async (id: string, name: string, scopes = SCOPES.join(' '), obtainedAt = Date.now()): Promise<void> => {
    const credentials = seal(floor.server.config.KONTOR_SECRET, id, JSON.stringify({ ...ebay.grant(name), obtained_at: obtainedAt }));
    await work.rows(
      `update channels set credentials = $2, scopes = $3, state = 'connected', connected_at = coalesce(connected_at, now()) where id = $1`,
      id,
      credentials,
      scopes,
    );
  };
  const channelId = await make('Bright Home');
  await connect(channelId, 'bright-home');
  const item = await floor.makeItem();
  await stockUp(floor.server, floor.house.merchantId, item.id, floor.shelf(5), 500);
  const orderOf = ({ id }: EbayOrder) => work.orderRow(channelId, id);
  const taskOf = async (order: EbayOrder): Promise<string> => String((await orderOf(order))['task_id']);
  await work.round();
  return {
    ...work,
    floor,
    ebay,
    seller,
    channelId,
    make,
    connect,
    item,
    orderOf,
    taskOf,
    place: (lines: NewOrder['lines'] = [{ sku: item.sku, qty: 1 }], more: Partial<NewOrder> = {}): EbayOrder =>
      seller.place({ ...more, lines }),
    shipAll: async (order: EbayOrder): Promise<string> => work.shipTask(await taskOf(order)),
    close: async (): Promise<void> => {
      await floor.server.close();
      await ebay.close();
    },
  };
}
