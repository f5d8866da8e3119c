import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { channelItems } from '../tables.ts';
import type { Connection } from './connections.ts';
import { MOST_STOCK, type Shop, ShopError, type ShopItem } from './platform.ts';

/**
 * The stock that a shop is told. A shop takes its own open orders off by itself, so it is told what is on hand for it: free pieces, and those
 * that are kept for its own orders and were not told as shipped. An order that was not read yet cannot be sold twice by that.
 */

/** Seconds between two looks at what changed here, and hours between two looks at what stands in the shop. */
const EVERY = 15;
const READ_HOURS = 6;

const putItems = command(
  ({ channelId, rows }: { channelId: string; rows: string }) => sql`insert into channel_items (channel_id, external_id, sku, there)
    select distinct on (r.id) ${channelId}::uuid, r.id, r.sku, r.qty from jsonb_to_recordset(${rows}::jsonb) as r(id text, sku text, qty int)
    on conflict (channel_id, external_id) do update set sku = excluded.sku, there = excluded.there, seen_at = clock_timestamp()`,
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

/**
 * What the shop should have, for each of its items that is one of ours. An SKU that several items of the shop have is left out, because each
 * would be told the same pieces; so are items without stock of their own.
 */
export const findStockToTell = statement(
  { externalId: channelItems.externalId, there: channelItems.there, qty: cell.integer },
  ({ channelId, merchantId, most }: { channelId: string; merchantId: string; most: number }) => sql`
    with named as (select i.external_id, i.sku, i.there, count(*) over (partition by i.sku) as n from channel_items i where i.channel_id = ${channelId}::uuid and i.sku <> ''),
    mapped as (select n.external_id, n.there, m.id as item_id, m.pieces from named n cross join lateral (
      select x.id, x.pieces from (
        select i.id, 1 as pieces, 0 as rank from items i where i.merchant_id = ${merchantId}::uuid and i.sku = n.sku and i.deleted_at is null and i.kind <> 'logical'
        union all select i.id, a.pieces, 1 from item_aliases a join items i on i.id = a.item_id
          where a.code = n.sku and a.deleted_at is null and i.deleted_at is null and i.kind <> 'logical' and i.merchant_id = ${merchantId}::uuid) x order by x.rank, x.id limit 1) m
      where n.n = 1),
    free as (select b.item_id, sum((b.on_hand - b.reserved) * kontor_promisable(b.condition, c.kind, c.blocked_reason)::int) as qty
      from stock_balances b join compartments c on c.id = b.compartment_id where b.merchant_id = ${merchantId}::uuid and b.item_id in (select item_id from mapped) group by b.item_id),
    own as (select l.item_id, sum(l.reserved + l.picked) - sum(least(l.picked, x.told * l.ordered / x.qty)) as qty from channel_orders o
      join channel_lines x on x.order_id = o.id join task_lines l on l.id = any(x.task_line_ids)
      where o.channel_id = ${channelId}::uuid and (o.state in ('taken', 'cancelAsked') or (o.state = 'done' and x.told < x.qty and o.updated_at > now() - interval '7 days'))
        and l.item_id in (select item_id from mapped) group by l.item_id),
    wanted as (select m.external_id, m.there, greatest(0, floor((coalesce(f.qty, 0) + coalesce(o.qty, 0)) / m.pieces))::int as qty
      from mapped m left join free f on f.item_id = m.item_id left join own o on o.item_id = m.item_id)
    select external_id, there, qty from wanted where qty <> there order by qty > 0, external_id limit ${most}`,
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
    ids,
    error,
  }: {
    channelId: string;
    ids: string;
    error: string;
  }) => sql`update channel_items set error = ${error} where channel_id = ${channelId}::uuid
    and external_id in (select jsonb_array_elements_text(${ids}::jsonb))`,
);
const saveTellTime = command(
  ({ channelId }: { channelId: string }) =>
    sql`update shop_connections set stock_told_at = clock_timestamp() where channel_id = ${channelId}::uuid`,
);

/** Tells what differs. What had changed in the shop meanwhile is read again and told in the next round. */
async function tellStock(db: Db, shop: Shop, { id: channelId, merchantId }: Connection): Promise<void> {
  for (;;) {
    const changes = await findStockToTell(db, { channelId, merchantId, most: MOST_STOCK });
    if (changes.length === 0) break;
    try {
      const stale = await shop.setStock(
        changes.map(({ externalId, there, qty }) => ({ externalId, qty, before: there })),
        randomUUID(),
      );
      if (stale.length > 0) {
        await readStock(db, shop, channelId);
        break;
      }
      await saveTold(db, { channelId, rows: JSON.stringify(changes.map(({ externalId: id, qty }) => ({ id, qty }))) });
      if (changes.length < MOST_STOCK) break;
    } catch (error) {
      // The answer may be lost: what stands in the shop is read again before the next try.
      await readStock(db, shop, channelId);
      const ids = JSON.stringify(changes.map(({ externalId }) => externalId));
      if (error instanceof ShopError && error.fault.kind === 'refused')
        await saveError(db, { channelId, ids, error: error.fault.message.slice(0, 500) });
      throw error;
    }
  }
  await saveTellTime(db, { channelId });
}

const isOlder = (at: string | null, seconds: number): boolean => at === null || Date.parse(at) < Date.now() - seconds * 1000;

/** Without the merchant's switch what stands in the shop is read, so that the channel's record shows what would be told, and nothing is told. */
export async function syncStock(db: Db, shop: Shop, connection: Connection): Promise<void> {
  if (isOlder(connection.stockReadAt, READ_HOURS * 3600)) await readStock(db, shop, connection.id);
  if (connection.stockSync && isOlder(connection.stockToldAt, EVERY)) await tellStock(db, shop, connection);
}
