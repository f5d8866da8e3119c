import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, notNull, statement } from '../../../core/db/statement.ts';
import { channelItems } from '../channel-items/table.ts';
import { ALL_KINDS, type Connection } from './connections.ts';
import { withinLimit } from './daily-limit.ts';
import { clip } from './fit.ts';
import { type Moved, noteReading, notifyDiffering } from './notify-differing.ts';
import { MOST_STOCK, type Shop, ShopError, type ShopItem, type StaleStock, type StockChange } from './platform.ts';

/**
 * The stock that a shop is told. A shop whose number is what is on hand takes its own open orders off by itself, so it is told the free pieces and
 * those that are kept for its own orders and were not told as shipped. A shop whose number is what is available has taken each order off, so it is
 * told the free pieces. There, more pieces are told only after all orders were read that were placed before the number was: an order that
 * is not known here yet would be sold twice.
 */

/** Seconds between two looks at what changed here. Hours between two looks at what stands in the shop. */
const EVERY = 2;
const READ_HOURS = 6;
/** A shop of many items is looked at less often: computing its numbers takes at most one part of this many of the time. */
const SHARE = 20;
/** Milliseconds that it took last, by channel. */
const took = new Map<string, number>();

/** @returns the items whose number there is neither what was told nor what was found to be right before */
const putItems = statement(
  { id: channelItems.externalId, qty: cell.integer },
  ({
    channelId,
    merchantId,
    rows,
  }: {
    channelId: string;
    merchantId: string;
    rows: string;
  }) => sql`with found as (select distinct on (r.id) r.* from jsonb_to_recordset(${rows}::jsonb) as r(id text, sku text, barcode text, title text, listing text, qty int)),
    put as (insert into channel_items (channel_id, merchant_id, external_id, sku, barcode, title, listing, there)
    select ${channelId}::uuid, ${merchantId}::uuid, r.id, r.sku, r.barcode, r.title, r.listing, r.qty from found r
    on conflict (channel_id, external_id) do update set sku = excluded.sku, barcode = excluded.barcode, title = excluded.title, listing = excluded.listing, there = excluded.there, seen_at = clock_timestamp(), error = '')
    select i.external_id as id, r.qty from channel_items i join found r on r.id = i.external_id
      where i.channel_id = ${channelId}::uuid and i.there <> r.qty and (i.told_at is not null or i.here = i.there)`,
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

const rowOf = ({ externalId: id, sku, qty, barcode, title, listing = '' }: ShopItem) => ({
  id,
  sku: sku.trim(),
  qty,
  listing,
  barcode: clip(barcode, 64),
  title: clip(title, 300),
});
/** Reads what stands in the shop. @returns what changed there without us */
async function readStock(db: Db, shop: Shop, { id: channelId, merchantId }: Connection): Promise<Moved[]> {
  const { at: began } = await findNow.one(db);
  const moved: Moved[] = [];
  for (let page: string | null = null; ; ) {
    const { rows, next }: { rows: readonly ShopItem[]; next: string | null } = await shop.stock(page);
    moved.push(...(await putItems(db, { channelId, merchantId, rows: JSON.stringify(rows.map(rowOf)) })));
    if (next === null) break;
    page = next;
  }
  await endRead(db, { channelId, began });
  return moved;
}

type Computing = { channelId: string; merchantId: string; safetyStock: number; rank: number; isAvailable: boolean };
/**
 * What the shop should have of each of its items that is one of ours. An SKU that several items of the shop have is left out, because each would be
 * told the same pieces. A kit has as many as its scarcest part allows; a kit without parts is left out. Pieces of orders that are held, here or in another channel of the
 * merchant, are kept back: no line of the warehouse holds them yet. Pieces that do not suffice for all shops of the merchant, which is one for each
 * beyond its safety stock, are told to the shops of the highest rank only. A part counts as often as a kit of the other shop takes it.
 */
const compute = command(
  ({ channelId, merchantId, safetyStock, rank, isAvailable }: Computing) => sql`
    with named as (select i.id, i.sku, case when i.sku = '' then 1 else count(*) over (partition by i.sku)::int end as alike from channel_items i where i.channel_id = ${channelId}::uuid),
    mapped as (select n.id, n.alike, m.id as item_id, m.pieces from named n left join lateral (
      select x.id, x.pieces from (
        select i.id, i.kind, 1 as pieces, 0 as rank from items i where i.merchant_id = ${merchantId}::uuid and i.sku = n.sku and i.deleted_at is null
        union all select i.id, i.kind, a.pieces, 1 from item_aliases a join items i on i.id = a.item_id
          where a.code = n.sku and a.deleted_at is null and i.deleted_at is null and i.merchant_id = ${merchantId}::uuid) x
      where x.kind <> 'logical' or exists (select from item_components c where c.item_id = x.id and c.deleted_at is null) order by x.rank, x.id limit 1) m
      on n.alike = 1 and n.sku <> ''),
    parts as (select m.item_id, coalesce(c.component_id, m.item_id) as part_id, coalesce(c.qty, 1) as qty from (select distinct item_id from mapped where item_id is not null) m
      left join item_components c on c.item_id = m.item_id and c.deleted_at is null),
    free as (select b.item_id, sum((b.on_hand - b.reserved) * kontor_promisable(b.condition, c.kind, c.blocked_reason)::int) as qty
      from stock_balances b join compartments c on c.id = b.compartment_id where b.merchant_id = ${merchantId}::uuid and b.item_id in (select part_id from parts) group by b.item_id),
    codes as (select coalesce(c.component_id, n.id) as item_id, n.code, n.pieces * coalesce(c.qty, 1) as pieces from (
        select id, sku as code, 1 as pieces from items where merchant_id = ${merchantId}::uuid and deleted_at is null
        union all select a.item_id, a.code, a.pieces from item_aliases a where a.deleted_at is null) n
      left join item_components c on c.item_id = n.id and c.deleted_at is null where coalesce(c.component_id, n.id) in (select part_id from parts)),
    held as (select k.item_id, sum(x.qty * k.pieces) as qty from channel_orders o join channel_lines x on x.order_id = o.id join codes k on k.code = x.sku
      where o.merchant_id = ${merchantId}::uuid and o.state in ('new', 'held') and (${isAvailable}::boolean or o.channel_id <> ${channelId}::uuid) group by k.item_id),
    own as (select u.item_id, sum(u.qty) as qty from (
        select x.item_id, case when bool_or(l.item_id <> x.item_id) then greatest(0, min(floor((l.reserved + l.picked)::numeric * x.pieces / l.ordered)) - floor(x.told::numeric * x.pieces / x.qty))
            else sum(l.reserved + l.picked) - sum(least(l.picked, x.told * l.ordered / x.qty)) end as qty
        from channel_orders o join channel_lines x on x.order_id = o.id join task_lines l on l.id = any(x.task_line_ids) and l.ordered > 0
        where not ${isAvailable}::boolean and o.channel_id = ${channelId}::uuid
          and (o.state in ('taken', 'cancelAsked') or (o.state = 'done' and x.told < x.qty and o.updated_at > now() - interval '7 days'))
          and x.item_id in (select item_id from mapped) group by x.id, x.item_id) u group by u.item_id),
    sellable as (select p.item_id, floor(min((coalesce(f.qty, 0) - coalesce(h.qty, 0))::numeric / p.qty)) as qty
      from parts p left join free f on f.item_id = p.part_id left join held h on h.item_id = p.part_id group by p.item_id),
    others as (select u.part_id, sum(u.needed) as needed, min(u.rank) as rank from (
        select c.rank, coalesce(k.component_id, x.item_id) as part_id, max(coalesce(k.qty, 1)) * (c.safety_stock + 1) as needed from channels c
        join lateral (select distinct i.item_id from channel_items i where i.channel_id = c.id and i.alike = 1 and i.item_id is not null) x on true
        left join item_components k on k.item_id = x.item_id and k.deleted_at is null
        where c.merchant_id = ${merchantId}::uuid and c.id <> ${channelId}::uuid and c.kind = any(${ALL_KINDS}::text[]) and c.active and c.state = 'connected' and c.stock_sync
          and c.deleted_at is null and coalesce(k.component_id, x.item_id) in (select part_id from parts) group by c.id, 2) u group by u.part_id),
    outranked as (select distinct p.item_id from parts p join others r on r.part_id = p.part_id and r.rank < ${rank}::int left join free f on f.item_id = p.part_id left join held h on h.item_id = p.part_id
      where coalesce(f.qty, 0) - coalesce(h.qty, 0) < r.needed + (${safetyStock}::int + 1) * p.qty),
    wanted as (select m.id, m.alike, m.item_id, case when m.item_id is not null then
        floor((case when r.item_id is not null then 0 else greatest(0, s.qty - ${safetyStock}::int) end + coalesce(o.qty, 0)) / m.pieces)::int end as here
      from mapped m left join sellable s on s.item_id = m.item_id left join own o on o.item_id = m.item_id
      left join outranked r on r.item_id = m.item_id)
    update channel_items i set alike = w.alike, item_id = w.item_id, here = w.here,
      -- That nothing is left cannot wait for another day.
      waits_until = case when w.here > 0 then i.waits_until end from wanted w
    where i.id = w.id and (i.alike, i.item_id, i.here) is distinct from (w.alike, w.item_id, w.here)`,
);
/** Fewer pieces always, more only if no order can be on its way that is not known here. */
const findToSend = statement(
  { externalId: channelItems.externalId, there: channelItems.there, qty: notNull(channelItems.here) },
  ({ channelId, isAvailable, most }: { channelId: string; isAvailable: boolean; most: number }) => sql`
    select i.external_id, i.there, i.here as qty from channel_items i join shop_connections s on s.channel_id = i.channel_id
    where i.channel_id = ${channelId}::uuid and i.state = 'differs' and (i.waits_until is null or i.waits_until < now()) and (i.here < i.there or not ${isAvailable}::boolean or (i.seen_at < s.read_to
      and not exists (select from channel_due d where d.channel_id = i.channel_id and d.kind = 'fetch' and d.outcome = 'open')))
    order by i.here > 0, i.external_id limit ${most}`,
);
const saveSent = command(
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
const saveSentTime = command(
  ({ channelId }: { channelId: string }) =>
    sql`update shop_connections set stock_told_at = clock_timestamp() where channel_id = ${channelId}::uuid`,
);

/** One refused item keeps no other from being told: what was refused together is told in halves. */
async function sendChanges(db: Db, shop: Shop, channelId: string, changes: readonly StockChange[]): Promise<StaleStock[]> {
  try {
    const answers = await shop.setStock(changes, randomUUID());
    for (const { externalId, refused } of answers)
      if (refused !== undefined) await saveError(db, { channelId, externalId, error: refused.slice(0, 500) });
    const stale = answers.filter(({ refused }) => refused === undefined);
    const isStale = new Set(answers.map(({ externalId }) => externalId));
    // Without a list the platform changed nothing: all of it is told again.
    const sent = changes.filter(({ externalId }) => !isStale.has(externalId));
    if (shop.stockMeans === 'available' || stale.length === 0)
      await saveSent(db, { channelId, rows: JSON.stringify(sent.map(({ externalId: id, qty }) => ({ id, qty }))) });
    return stale;
  } catch (error) {
    if (!(error instanceof ShopError) || error.fault.kind !== 'refused') throw error;
    const [first] = changes;
    if (changes.length > 1) {
      const half = Math.ceil(changes.length / 2);
      return [
        ...(await sendChanges(db, shop, channelId, changes.slice(0, half))),
        ...(await sendChanges(db, shop, channelId, changes.slice(half))),
      ];
    }
    if (first) await saveError(db, { channelId, externalId: first.externalId, error: error.fault.message.slice(0, 500) });
    return [];
  }
}

/** Tells what differs. What had changed in the shop meanwhile is told in the next round. */
async function sendStock(db: Db, shop: Shop, connection: Connection): Promise<void> {
  const { id: channelId } = connection;
  const isAvailable = shop.stockMeans === 'available';
  for (;;) {
    const found = await findToSend(db, { channelId, isAvailable, most: MOST_STOCK });
    if (found.length === 0) break;
    const wanted = found.map(({ externalId, there, qty }) => ({ externalId, qty, before: there }));
    const changes = shop.dailyLimit ? await withinLimit(db, channelId, shop.dailyLimit, wanted) : wanted;
    if (changes.length === 0) continue;
    const stale = await sendChanges(db, shop, channelId, changes).catch(async (error: unknown) => {
      // The answer may be lost: what stands in the shop is read again before the next try.
      await readStock(db, shop, connection);
      throw error;
    });
    const known = stale.filter((one): one is StaleStock & { there: number } => one.there !== null);
    if (known.length > 0)
      await saveThere(db, { channelId, rows: JSON.stringify(known.map(({ externalId: id, there }) => ({ id, there }))) });
    if (known.length < stale.length) {
      await readStock(db, shop, connection);
      break;
    }
    if (stale.length > 0 || found.length < MOST_STOCK) break;
  }
}

const isOlder = (at: string | null, seconds: number): boolean => at === null || Date.parse(at) < Date.now() - seconds * 1000;

/** Without the merchant's switch the numbers are computed for the list of the channel's items, and nothing is told. */
export async function syncStock(db: Db, shop: Shop, connection: Connection): Promise<void> {
  const { id: channelId, merchantId, safetyStock, rank, stockReadAt, stockToldAt, stockSync } = connection;
  if (isOlder(stockReadAt, READ_HOURS * 3600)) noteReading(channelId, await readStock(db, shop, connection));
  else if (!isOlder(stockToldAt, Math.max(EVERY, ((took.get(channelId) ?? 0) * SHARE) / 1000))) return;
  const at = Date.now();
  const isAvailable = shop.stockMeans === 'available';
  await compute(db, { channelId, merchantId, safetyStock, rank, isAvailable });
  took.set(channelId, Date.now() - at);
  if (stockSync) await notifyDiffering(db, connection, isAvailable);
  if (stockSync) await sendStock(db, shop, connection);
  await saveSentTime(db, { channelId });
}
