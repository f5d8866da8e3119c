import type { Pool } from 'pg';
import { createDb } from '../../server/core/db/client.ts';
import { again } from '../../server/core/db/retry.ts';
import { seal } from '../../server/modules/channels/channels/seal.ts';
import { recompute } from '../../server/modules/orders/recompute.ts';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { type Shopify, startShopify } from '../stand-ins/shopify.ts';
import type { Order } from '../stand-ins/shopify-orders.ts';
import { startUps, type Ups } from '../stand-ins/ups.ts';
import { addressOf } from '../support/address.ts';
import type { BuiltServer } from '../support/built.ts';
import { device, type House, openHouse, stockUp, uuid7 } from '../support/warehouse.ts';

/** A house with shops and a carrier on loopback, for measuring what stands between them. */

const SECRET = 'a-secret-of-the-benchmark-that-is-long-enough';

export type StandIns = { shopify: Shopify; ups: Ups };
/** Runs with stand-ins for the platforms and the settings that lead a server to them. */
export async function withStandIns<T>(run: (standIns: StandIns, settings: Record<string, string>) => Promise<T>): Promise<T> {
  const [shopify, ups] = await Promise.all([startShopify(), startUps()]);
  const settings = {
    KONTOR_SECRET: SECRET,
    KONTOR_ORIGIN: 'https://kontor.example.org',
    SHOPIFY_APP: shopify.app,
    SHOP_PLATFORM_URL: shopify.url,
    UPS_URL: ups.url,
  };
  try {
    return await run({ shopify, ups }, settings);
  } finally {
    await Promise.all([shopify.close(), ups.close()]);
  }
}

export type ShopItem = { id: string; sku: string; there: { sku: string; qty: number } };
export type ConnectedShop = { id: string; host: string };
export type ConnectedHouse = Awaited<ReturnType<typeof openConnectedHouse>>;

/** The id by which the house knows an order of the shop. */
export const externalIdOf = ({ id }: Order): string => id.split('/').pop() ?? '';

export async function openConnectedHouse(server: BuiltServer, pool: Pool, { shopify, ups }: StandIns) {
  const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> => (await pool.query<T>(text, values)).rows;
  const one = async <T extends object>(text: string, ...values: unknown[]): Promise<T> => {
    const [row] = await rows<T>(text, ...values);
    if (!row) throw new Error(`no row: ${text}`);
    return row;
  };
  const db = createDb(pool);
  const house: House = await openHouse({ pool });
  const login = { account: 'admin@kontor.example', passwd: SAMPLE_PASSWORD };
  const { token } = (await server.call<{ token: string }>('POST', '/v0/auth/login', login)).data;
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await server.call<T>(method, path, body, token);
    if (answer.code !== 'OK') throw new Error(`${method} ${path}: ${answer.code} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  const { id: author } = await one<{ id: string }>(`select id from users where account = 'admin@kontor.example'`);
  const scanner = device(server, token, author, house.stationId);
  const shelf = house.shelves[0] ?? '';
  const item = await one<{ id: string; sku: string }>(
    `select id, sku from items where merchant_id = $1 and kind = 'physical' and serial_mode = 'none' and deleted_at is null order by sku limit 1`,
    house.merchantId,
  );

  return {
    house,
    item,
    one,
    rows,
    call,
    /** A merchant without anything. */
    makeMerchant: async (no: string): Promise<string> =>
      (
        await one<{ id: string }>(
          'insert into merchants (no, name, address) values ($1, $1, $2::jsonb) returning id',
          no,
          JSON.stringify(addressOf({ name1: no })),
        )
      ).id,
    /** A shop that the merchant connects now, without stock. */
    connect: async (host: string, merchantId: string): Promise<ConnectedShop> => {
      const shop = shopify.shopOf(host);
      const { id } = await one<{ id: string }>(
        `insert into channels (merchant_id, name, kind, shop, state, connected_at, stock_sync) values ($1, $2, 'shopify', $2, 'connected', now(), true) returning id`,
        merchantId,
        host,
      );
      const credentials = seal(SECRET, id, JSON.stringify({ ...shopify.grant(host), obtained_at: Date.now() }));
      await rows('update channels set credentials = $2, scopes = $3 where id = $1', id, credentials, shop.scopes.join(','));
      return { id, host };
    },
    /** Items of a merchant with so many pieces each, which the shop lists without any. */
    makeItems: async (host: string, merchantId: string, count: number, pieces: number): Promise<ShopItem[]> => {
      const made = await rows<{ id: string; sku: string }>(
        `insert into items (merchant_id, sku, name) select $1, $2 || '-' || n, 'A thing' from generate_series(1, $3::int) n returning id, sku`,
        merchantId,
        host.split('.')[0],
        count,
      );
      await rows(
        `select kontor_move(jsonb_build_object('merchant_id', $1::uuid, 'item_id', i, 'qty', $3::int, 'from_place', 'adjust', 'to_place', 'stock', 'to_id', $4::uuid, 'reason', 'bench')) from unnest($2::uuid[]) i`,
        merchantId,
        made.map(({ id }) => id),
        pieces,
        shelf,
      );
      const shop = shopify.shopOf(host);
      return made.map(({ id, sku }) => {
        const there = shop.stock.get(shop.addItem(sku, 0));
        if (!there) throw new Error(`no item ${sku}`);
        return { id, sku, there };
      });
    },
    addPieces: (itemId: string, qty: number) => stockUp({ pool }, house.merchantId, itemId, shelf, qty),
    takePieces: (itemId: string, qty: number) =>
      rows(
        `select kontor_move(jsonb_build_object('merchant_id', $1::uuid, 'item_id', $2::uuid, 'qty', $3::int, 'from_place', 'stock', 'from_id', $4::uuid, 'to_place', 'adjust', 'reason', 'bench'))`,
        house.merchantId,
        itemId,
        qty,
        shelf,
      ),
    /** The shop's notice that an order waits. @returns milliseconds until it was answered */
    tell: async (order: Order, { host }: ConnectedShop): Promise<number> => {
      const body = { submitted_fulfillment_order: { id: order.id, request_status: 'submitted' } };
      const { text, headers } = shopify.notice('fulfillment_orders/fulfillment_request_submitted', host, body);
      const begun = performance.now();
      const { status } = await fetch(`${server.url}/v0/shops/shopify/notices`, { method: 'POST', body: text, headers });
      if (status !== 200) throw new Error(`a notice was answered with ${status}`);
      return performance.now() - begun;
    },
    /** Those of these orders that became orders of the house. */
    taken: async (orders: readonly Order[]): Promise<Order[]> => {
      const known = await rows<{ id: string }>(
        `select external_id as id from channel_orders where state = 'taken' and external_id = any($1::text[])`,
        orders.map(externalIdOf),
      );
      const ids = new Set(known.map(({ id }) => id));
      return orders.filter((order) => ids.has(externalIdOf(order)));
    },
    /** One parcel with the whole order leaves, without the work of the warehouse. */
    handOver: async (order: Order): Promise<void> => {
      const { task } = await one<{ task: string }>(
        'select task_id as task from channel_orders where external_id = $1',
        externalIdOf(order),
      );
      await again(() =>
        db.transaction(async (tx) => {
          await rows('update task_lines set picked = ordered, packed = ordered, shipped = ordered, reserved = 0 where task_id = $1', task);
          await rows(
            `with p as (insert into parcels (no, task_id, task_no, merchant_id, seq, state, tracking_no, handed_over_at)
               select no || '/1', id, no, merchant_id, 1, 'handedOver', 'TR-' || no, now() from tasks where id = $1 returning id)
             insert into parcel_contents (parcel_id, line_id, qty) select p.id, l.id, l.ordered from p, task_lines l where l.task_id = $1`,
            task,
          );
          await recompute(tx, [task], { command: 'handedOver', by: null });
        }),
      );
    },
    /** A carrier over a Karrio gateway. */
    makeGatewayCarrier: async (): Promise<string> => {
      const services = '[{"ours": "", "theirs": "dhl_parcel_de_paket"}]';
      const made = await one<{ id: string }>(
        `insert into carriers (code, name, api, account, services) values ('B-GATE', 'Gateway of the benchmark', 'karrio', 'dhl_main', $1::jsonb) returning id`,
        services,
      );
      return made.id;
    },
    /** A carrier over UPS's interfaces. */
    makeCarrier: async (): Promise<string> => {
      const { id } = await one<{ id: string }>(
        `insert into carriers (code, name, api, account) values ('B-UPS', 'UPS of the benchmark', 'ups', $1) returning id`,
        ups.account,
      );
      await call('PUT', `/v0/carriers/${id}/client`, ups.client);
      return id;
    },
    /** An order of one piece for the carrier. */
    order: async (carrierId: string): Promise<string> => {
      const body = {
        kind: 'outbound',
        merchantId: house.merchantId,
        consignee: addressOf({ name1: 'Erika Muster' }),
        carrierId,
        lines: [{ sku: item.sku, qty: 1 }],
      };
      return (await call<{ id: string }>('POST', '/v0/tasks', body)).id;
    },
    stockUpItem: (qty: number) => stockUp({ pool }, house.merchantId, item.id, shelf, qty),
    /** Packs an order of one piece and closes its parcel on the scale. */
    pack: async (taskId: string): Promise<void> => {
      const { id: lineId } = await one<{ id: string }>('select id from task_lines where task_id = $1', taskId);
      const parcelId = uuid7();
      const verdicts = await scanner.send(
        { do: 'packSingle', taskId, lineId, parcelId, fromId: shelf, qty: 1, serial: '', compartmentId: house.table },
        { do: 'closeParcel', taskId, parcelId, weight: 1200, length: null, width: null, height: null },
      );
      for (const { outcome, why } of verdicts) if (outcome !== 'applied') throw new Error(`a parcel was not packed: ${why}`);
    },
    /** Those of these orders whose parcel has its label. */
    labelled: async (taskIds: readonly string[]): Promise<string[]> =>
      (
        await rows<{ id: string }>(`select task_id as id from parcels where label_state = 'bought' and task_id = any($1::uuid[])`, taskIds)
      ).map(({ id }) => id),
  };
}
