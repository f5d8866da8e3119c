import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { channelItems } from '../tables.ts';
import type { Connection } from './connections.ts';
import { MOST_STOCK, type Shop, ShopError, type ShopItem, type StaleStock, type StockChange } from './platform.ts';

/**
 * The stock that a shop is told. A shop whose number is what is on hand takes its own open orders off by itself, so it is told the free pieces and
 * those that are kept for its own orders and were not told as shipped. A shop whose number is what is available has taken each order off, so it is
 * told the free pieces. There, more pieces are told only after all orders were read that were placed before the number was: an order that
 * is not known here yet would be sold twice.
 */

/** Seconds between two looks at what changed here, and hours between two looks at what stands in the shop. */
const EVERY = 15;
const READ_HOURS = 6;

const putItems = command(
  ({ channelId, rows }: { channelId: string; rows: string }) => sql`insert into channel_items (channel_id, external_id, sku, there)
    select distinct on (r.id) ${channelId}::uuid, r.id, r.sku, r.qty from jsonb_to_recordset(${rows}::jsonb) as r(id text, sku text, qty int)
    on conflict (channel_id, external_id) do update set sku = excluded.sku, there = excluded.there, seen_at = clock_timestamp(), error = ''`,
);
const endRead = command(
  ({
    channelId,
    began,
  }: {
    channelId: string;
    began: string;
  }) => sql`with gone as (delete from channel_items where channel_id = ${channelId}::uuid and seen_at < ${began}::timestamptz)
    update shop_connections set stock_read_at = clock_timestamp() where channel_id = ${channelId}::uuid`,
);
const findNow = statement({ at: cell.instant }, () => sql`select clock_timestamp() as at`);

/** Reads what stands in the shop. */
async function readStock(db: Db, shop: Shop, channelId: string): Promise<void> {
  const { at: began } = await findNow.one(db);
  for (let page: string | null = null; ; ) {
    const { rows, next }: { rows: readonly ShopItem[]; next: string | null } = await shop.stock(page);
    await putItems(db, { channelId, rows: JSON.stringify(rows.map(({ externalId: id, sku, qty }) => ({ id, sku: sku.trim(), qty }))) });
    if (next === null) break;
    page = next;
  }
  await endRead(db, { channelId, began });
}

type Telling = { channelId: string; merchantId: string; safetyStock: number; isAvailable: boolean; most: number };
/**
 * What the shop should have, for each of its items that is one of ours. An SKU that several items of the shop have is left out, because each
 * would be told the same pieces; so are items without stock of their own, and those that the shop refused since it was read last. Pieces of orders
 * that are held, here or in another channel of the merchant, are kept back: no line of the warehouse holds them yet.
 */
export const findStockToTell = statement(
  { externalId: channelItems.externalId, there: channelItems.there, qty: cell.integer },
  ({ channelId, merchantId, safetyStock, isAvailable, most }: Telling) => sql`
    with named as (select i.external_id, i.sku, i.there, i.seen_at, i.error, count(*) over (partition by i.sku) as n from channel_items i where i.channel_id = ${channelId}::uuid and i.sku <> ''),
    mapped as (select n.external_id, n.there, n.seen_at, n.error, m.id as item_id, m.pieces from named n cross join lateral (
      select x.id, x.pieces from (
        select i.id, 1 as pieces, 0 as rank from items i where i.merchant_id = ${merchantId}::uuid and i.sku = n.sku and i.deleted_at is null and i.kind <> 'logical'
        union all select i.id, a.pieces, 1 from item_aliases a join items i on i.id = a.item_id
          where a.code = n.sku and a.deleted_at is null and i.deleted_at is null and i.kind <> 'logical' and i.merchant_id = ${merchantId}::uuid) x order by x.rank, x.id limit 1) m
      where n.n = 1),
    free as (select b.item_id, sum((b.on_hand - b.reserved) * kontor_promisable(b.condition, c.kind, c.blocked_reason)::int) as qty
      from stock_balances b join compartments c on c.id = b.compartment_id where b.merchant_id = ${merchantId}::uuid and b.item_id in (select item_id from mapped) group by b.item_id),
    codes as (select i.id as item_id, i.sku as code, 1 as pieces from items i where i.id in (select item_id from mapped)
      union all select a.item_id, a.code, a.pieces from item_aliases a where a.item_id in (select item_id from mapped) and a.deleted_at is null),
    held as (select k.item_id, sum(x.qty * k.pieces) as qty from channel_orders o join channel_lines x on x.order_id = o.id join codes k on k.code = x.sku
      where o.merchant_id = ${merchantId}::uuid and o.state in ('new', 'held') and (${isAvailable}::boolean or o.channel_id <> ${channelId}::uuid) group by k.item_id),
    own as (select l.item_id, sum(l.reserved + l.picked) - sum(least(l.picked, x.told * l.ordered / x.qty)) as qty from channel_orders o
      join channel_lines x on x.order_id = o.id join task_lines l on l.id = any(x.task_line_ids)
      where not ${isAvailable}::boolean and o.channel_id = ${channelId}::uuid
        and (o.state in ('taken', 'cancelAsked') or (o.state = 'done' and x.told < x.qty and o.updated_at > now() - interval '7 days'))
        and l.item_id in (select item_id from mapped) group by l.item_id),
    wanted as (select m.external_id, m.there, m.seen_at, m.error,
        floor((greatest(0, coalesce(f.qty, 0) - coalesce(h.qty, 0) - ${safetyStock}::int) + coalesce(o.qty, 0)) / m.pieces)::int as qty
      from mapped m left join free f on f.item_id = m.item_id left join held h on h.item_id = m.item_id left join own o on o.item_id = m.item_id)
    select w.external_id, w.there, w.qty from wanted w join shop_connections s on s.channel_id = ${channelId}::uuid
    where w.qty <> w.there and w.error = '' and (w.qty < w.there or not ${isAvailable}::boolean or (w.seen_at < s.read_to
      and not exists (select from channel_due d where d.channel_id = ${channelId}::uuid and d.kind = 'fetch' and d.outcome = 'open')))
    order by w.qty > 0, w.external_id limit ${most}`,
);
const saveTold = command(
  ({
    channelId,
    rows,
  }: {
    channelId: string;
    rows: string;
  }) => sql`update channel_items i set there = r.qty, told_at = clock_timestamp(), error = ''
    from jsonb_to_recordset(${rows}::jsonb) as r(id text, qty int) where i.channel_id = ${channelId}::uuid and i.external_id = r.id`,
);
const saveError = command(
  ({
    channelId,
    externalId,
    error,
  }: {
    channelId: string;
    externalId: string;
    error: string;
  }) => sql`update channel_items set error = ${error} where channel_id = ${channelId}::uuid
    and external_id = ${externalId}`,
);
const saveThere = command(
  ({
    channelId,
    rows,
  }: {
    channelId: string;
    rows: string;
  }) => sql`update channel_items i set there = r.there, seen_at = clock_timestamp() from jsonb_to_recordset(${rows}::jsonb) as r(id text, there int)
    where i.channel_id = ${channelId}::uuid and i.external_id = r.id`,
);
const saveTellTime = command(
  ({ channelId }: { channelId: string }) =>
    sql`update shop_connections set stock_told_at = clock_timestamp() where channel_id = ${channelId}::uuid`,
);

/** One refused item keeps no other from being told: what was refused together is told in halves. */
async function tell(db: Db, shop: Shop, channelId: string, changes: readonly StockChange[]): Promise<StaleStock[]> {
  try {
    const stale = await shop.setStock(changes, randomUUID());
    const isStale = new Set(stale.map(({ externalId }) => externalId));
    // Without a list the platform changed nothing: all of it is told again.
    const told = changes.filter(({ externalId }) => !isStale.has(externalId));
    if (shop.stockMeans === 'available' || stale.length === 0)
      await saveTold(db, { channelId, rows: JSON.stringify(told.map(({ externalId: id, qty }) => ({ id, qty }))) });
    return [...stale];
  } catch (error) {
    if (!(error instanceof ShopError) || error.fault.kind !== 'refused') throw error;
    const [first] = changes;
    if (changes.length > 1) {
      const half = Math.ceil(changes.length / 2);
      return [...(await tell(db, shop, channelId, changes.slice(0, half))), ...(await tell(db, shop, channelId, changes.slice(half)))];
    }
    if (first) await saveError(db, { channelId, externalId: first.externalId, error: error.fault.message.slice(0, 500) });
    return [];
  }
}

/** Tells what differs. What had changed in the shop meanwhile is told in the next round. */
async function tellStock(db: Db, shop: Shop, { id: channelId, merchantId, safetyStock }: Connection): Promise<void> {
  const isAvailable = shop.stockMeans === 'available';
  for (;;) {
    const found = await findStockToTell(db, { channelId, merchantId, safetyStock, isAvailable, most: MOST_STOCK });
    if (found.length === 0) break;
    const changes = found.map(({ externalId, there, qty }) => ({ externalId, qty, before: there }));
    const stale = await tell(db, shop, channelId, changes).catch(async (error: unknown) => {
      // The answer may be lost: what stands in the shop is read again before the next try.
      await readStock(db, shop, channelId);
      throw error;
    });
    const known = stale.filter((one): one is StaleStock & { there: number } => one.there !== null);
    if (known.length > 0)
      await saveThere(db, { channelId, rows: JSON.stringify(known.map(({ externalId: id, there }) => ({ id, there }))) });
    if (known.length < stale.length) {
      await readStock(db, shop, channelId);
      break;
    }
    if (stale.length > 0 || changes.length < MOST_STOCK) break;
  }
  await saveTellTime(db, { channelId });
}

const isOlder = (at: string | null, seconds: number): boolean => at === null || Date.parse(at) < Date.now() - seconds * 1000;

/** Without the merchant's switch what stands in the shop is read, so that the channel's record shows what would be told, and nothing is told. */
export async function syncStock(db: Db, shop: Shop, connection: Connection): Promise<void> {
  if (isOlder(connection.stockReadAt, READ_HOURS * 3600)) await readStock(db, shop, connection.id);
  if (connection.stockSync && isOlder(connection.stockToldAt, EVERY)) await tellStock(db, shop, connection);
}
