import { type SQL, sql } from 'drizzle-orm';
import { type SkuSuggestion, SUGGESTION_REASONS } from '#contract/channels/sku-suggestions';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { items } from '../catalog/items/table.ts';

/** Which items of a merchant an unknown SKU of a shop may be. It is computed for one record at a time: it looks at all items of the merchant. */

/** SKUs of one record that are looked for, and items that are named for each. */
const MOST_SKUS = 10;
const MOST_ITEMS = 3;
/** From 0 to 1: how alike two titles must be (pg_trgm, `similarity`). */
const ALIKE = 0.4;

/** A code without what people write in different ways: case, spaces, dashes, and zeros before a number. */
const plain = (code: SQL): SQL =>
  sql`regexp_replace(regexp_replace(lower(${code}), '(^|[^0-9])0+(?=[0-9])', '\\1', 'g'), '[[:space:]._/-]+', '', 'g')`;
const rankOf = (reason: (typeof SUGGESTION_REASONS)[number]): SQL => sql.raw(String(SUGGESTION_REASONS.indexOf(reason)));

const findLikely = statement(
  { n: cell.integer, id: items.id, sku: items.sku, name: items.name, rank: cell.integer },
  ({ wanted, merchantId, channelId }: { wanted: string; merchantId: string; channelId: string }) => sql`
    with wanted as (select w.n, w.sku, lower(coalesce(nullif(w.title, ''), s.title, '')) as title, array_remove(array[${plain(sql`w.sku`)}, ${plain(sql`s.barcode`)}], '') as codes,
        ${plain(sql`w.sku`)} as plain
      from jsonb_to_recordset(${wanted}::jsonb) as w(n int, sku text, title text)
      left join lateral (select barcode, title from channel_items x where x.channel_id = ${channelId}::uuid and x.sku = w.sku order by x.barcode = '', x.id limit 1) s on true),
    own as materialized (select i.id, i.sku, i.name, ${plain(sql`i.sku`)} as plain, ${plain(sql`i.barcode`)} as code from items i
      where i.deleted_at is null and (i.merchant_id = ${merchantId}::uuid or i.merchant_id is null)),
    likely as (
      select w.n, o.id, case when o.sku = w.sku then ${rankOf('sku')} else ${rankOf('spelling')} end as rank, 1::real as score from wanted w join own o on o.plain = w.plain and w.plain <> ''
      union all select w.n, o.id, ${rankOf('barcode')}, 1 from wanted w join own o on o.code = any(w.codes)
      union all select w.n, a.item_id, ${rankOf('alias')}, 1 from wanted w join item_aliases a on ${plain(sql`a.code`)} = any(w.codes) and a.deleted_at is null
        and (a.merchant_id = ${merchantId}::uuid or a.merchant_id is null)
      union all select w.n, i.id, ${rankOf('title')}, similarity(lower(i.name), w.title) from wanted w join items i on w.title <> '' and w.title <% i.search and similarity(lower(i.name), w.title) >= ${ALIKE}),
    best as (select distinct on (l.n, o.id) l.n, o.id, o.sku, o.name, l.rank, l.score from likely l join own o on o.id = l.id order by l.n, o.id, l.rank, l.score desc)
    select n, id, sku, name, rank from (select b.*, row_number() over (partition by n order by rank, score desc, sku) as place from best b) b where place <= ${MOST_ITEMS} order by n, place`,
);
const countOrders = statement(
  { sku: cell.text, orders: cell.integer },
  ({ skus, merchantId }: { skus: string; merchantId: string }) => sql`select l.sku, count(distinct o.id)::int as orders from channel_lines l
    join channel_orders o on o.id = l.order_id where o.merchant_id = ${merchantId}::uuid and o.state = 'held' and l.sku in (select jsonb_array_elements_text(${skus}::jsonb)) group by l.sku`,
);

export type UnknownSku = { sku: string; title: string };

/** The likeliest items for each SKU, the surest first. */
export async function suggestItems(
  tx: Db,
  { id: channelId, merchantId }: { id: string; merchantId: string },
  unknown: readonly UnknownSku[],
): Promise<SkuSuggestion[]> {
  const each = [...new Map(unknown.map((one) => [one.sku, one])).values()].slice(0, MOST_SKUS);
  const found = await findLikely(tx, { wanted: JSON.stringify(each.map((one, n) => ({ n, ...one }))), merchantId, channelId });
  const counts = await countOrders(tx, { skus: JSON.stringify(each.map(({ sku }) => sku)), merchantId });
  return each.map(({ sku, title }, n) => ({
    sku,
    title,
    orders: counts.find((one) => one.sku === sku)?.orders ?? 0,
    items: found
      .filter((one) => one.n === n)
      .flatMap(({ id, sku: own, name, rank }) => {
        const reason = SUGGESTION_REASONS[rank];
        return reason ? [{ id, sku: own, name, reason }] : [];
      }),
  }));
}
