import { sql } from 'drizzle-orm';
import type { Send } from '../../../core/call-json.ts';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { items } from '../../catalog/items/table.ts';
import { answerWoo } from './rest.ts';
import { emptyShop, nextId, type WooShop } from './shop.ts';
import { sampleShops } from './table.ts';

/** Keeps shops to try in the database, so that all nodes see the same one, and answers calls to them without a network. */

const MOST_PRODUCTS = 12;
/** Orders that are kept. Older ones are forgotten if they are finished. */
const MOST_ORDERS = 200;

const lockState = statement(
  { state: sampleShops.state },
  ({ channelId }: { channelId: string }) => sql`select state from sample_shops where channel_id = ${channelId}::uuid for update`,
);
const findState = statement(
  { state: sampleShops.state },
  ({ channelId }: { channelId: string }) => sql`select state from sample_shops where channel_id = ${channelId}::uuid`,
);
const writeState = command(
  ({
    channelId,
    state,
  }: {
    channelId: string;
    state: string;
  }) => sql`insert into sample_shops (channel_id, state) values (${channelId}::uuid, ${state}::jsonb)
    on conflict (channel_id) do update set state = excluded.state`,
);
const findProducts = statement(
  { sku: items.sku, name: items.name, qty: cell.integer },
  ({
    merchantId,
    most,
  }: {
    merchantId: string;
    most: number;
  }) => sql`select i.sku, i.name, sum(b.on_hand - b.reserved)::int as qty from items i
    join stock_balances b on b.item_id = i.id join compartments c on c.id = b.compartment_id
    where i.merchant_id = ${merchantId}::uuid and i.kind = 'physical' and i.serial_mode = 'none' and i.deleted_at is null and kontor_promisable(b.condition, c.kind, c.blocked_reason)
    group by i.id having sum(b.on_hand - b.reserved) > 0 order by sum(b.on_hand - b.reserved) desc, i.sku limit ${most}`,
);

/** A shop that sells what its merchant has most of. */
async function newShop(tx: Db, merchantId: string): Promise<WooShop> {
  const shop = emptyShop();
  for (const { sku, name, qty } of await findProducts(tx, { merchantId, most: MOST_PRODUCTS }))
    shop.products.push({ id: nextId(shop), sku, name, type: 'simple', virtual: false, manage: true, qty, variations: [] });
  return shop;
}

type Of = { id: string; merchantId: string };
/** The shop as it is now. One that nobody has used yet is not stored. */
export const readShop = async (tx: Db, { id, merchantId }: Of): Promise<WooShop> =>
  (await findState.first(tx, { channelId: id }))?.state ?? (await newShop(tx, merchantId));

/** Changes the shop in the transaction of the caller. */
export async function changeShop<T>(tx: Db, { id, merchantId }: Of, run: (shop: WooShop) => T): Promise<T> {
  const shop = (await lockState.first(tx, { channelId: id }))?.state ?? (await newShop(tx, merchantId));
  const result = run(shop);
  const isOpen = (status: string): boolean => status === 'processing';
  if (shop.orders.length > MOST_ORDERS)
    shop.orders = shop.orders.filter(({ status }, n) => isOpen(status) || n >= shop.orders.length - MOST_ORDERS);
  await writeState(tx, { channelId: id, state: JSON.stringify(shop) });
  return result;
}

/** Answers calls to the shop to try of a channel as a web server would. */
export const sendToSample =
  (db: Db, channel: Of): Send =>
  (address, { method, body }) =>
    db.transaction(async (tx) => {
      const { pathname, searchParams } = new URL(address);
      const path = pathname.replace('/wp-json/wc/v3/', '');
      const call = {
        method,
        path,
        query: Object.fromEntries(searchParams),
        body: body === undefined ? undefined : (JSON.parse(body) as unknown),
      };
      const answer =
        method === 'GET'
          ? answerWoo(await readShop(tx, channel), call, Date.now())
          : await changeShop(tx, channel, (shop) => answerWoo(shop, call, Date.now()));
      return {
        status: answer.status,
        text: JSON.stringify(answer.body),
        header: (name) => (name === 'x-wp-total' && answer.total !== undefined ? String(answer.total) : null),
      };
    });
