import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { channelItems } from '../channel-items/table.ts';
import type { DailyLimit, StockChange } from './platform.ts';

/**
 * Platforms that limit how often a listing may change on a day. Changes are counted before they are made, so that a node which is killed counts
 * rather one too many.
 */

const countChanges = statement(
  { externalId: channelItems.externalId, waitsUntil: channelItems.waitsUntil },
  ({ channelId, rows, most, kept, zone }: { channelId: string; rows: string; most: number; kept: number; zone: string }) => sql`
    with today as (select (now() at time zone ${zone}::text)::date as day),
    used as (select i.listing, sum(i.told_times) as times from channel_items i, today t where i.channel_id = ${channelId}::uuid and i.told_day = t.day and i.listing <> '' group by i.listing),
    wanted as (select i.id, r.qty, coalesce(u.times, 0) + row_number() over (partition by i.listing order by r.qty > 0, i.id) as nth
      from jsonb_to_recordset(${rows}::jsonb) as r(id text, qty int) join channel_items i on i.channel_id = ${channelId}::uuid and i.external_id = r.id left join used u on u.listing = i.listing),
    decided as (select w.id, w.nth <= ${most}::int - case when w.qty > 0 then ${kept}::int else 0 end as is_told from wanted w)
    update channel_items i set
      told_times = case when d.is_told then case when i.told_day = t.day then i.told_times else 0 end + 1 else i.told_times end,
      told_day = case when d.is_told then t.day else i.told_day end,
      waits_until = case when d.is_told then null else ((t.day + 1)::timestamp at time zone ${zone}::text) end
    from decided d, today t where i.id = d.id returning i.external_id, i.waits_until`,
);

/** Changes that may be made now. The others wait until the platform's next day. */
export async function withinLimit(db: Db, channelId: string, limit: DailyLimit, changes: readonly StockChange[]): Promise<StockChange[]> {
  const rows = JSON.stringify(changes.map(({ externalId: id, qty }) => ({ id, qty })));
  const counted = await countChanges(db, { channelId, rows, ...limit });
  const waiting = new Set(counted.filter(({ waitsUntil }) => waitsUntil !== null).map(({ externalId }) => externalId));
  return changes.filter(({ externalId }) => !waiting.has(externalId));
}
