import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../../core/db/statement.ts';
import { textFor } from '../../support/index.ts';
import { notifySides } from '../notify-sides.ts';
import { channelDue } from '../tables.ts';
import type { Connection } from './connections.ts';

/**
 * Tells people of a shop whose stock is not what Kontor told it: somebody else, or another program, writes it as well.
 *
 * An item differs if all of this is so:
 * 1. The shop had the number that Kontor told it, or had the right number without being told.
 * 2. The reading of the shop's stock found another number.
 * 3. That number is not the right one either, now that all orders are known that were placed before the reading. What the shop itself sold is therefore
 *    no difference: the order lowers the right number as well.
 * Items that are told for the first time do not differ, nor do those that Kontor does not know or cannot tell apart. The share is of all items that
 * are listed in the shop.
 */

/** Of a thousand listed items, how many may differ before people are told. */
const PER_MILLE = 5;
/** SKUs that the notice names. */
const NAMED = 5;
/** Milliseconds after which a reading is too old to be judged. */
const LONGEST = 600_000;

/** An item whose number in the shop changed without us: its id there, and the number that was read. */
export type Moved = { id: string; qty: number };

/**
 * The last reading of each shop that is not judged yet. A node that stops forgets it: what then differs is put right without a notice, and who causes
 * it is found by a later reading.
 */
const readings = new Map<string, { at: number; moved: readonly Moved[] }>();
export const noteReading = (channelId: string, moved: readonly Moved[]): void => {
  readings.set(channelId, { at: Date.now(), moved });
};

/** A shop that takes its own orders off is judged when those from before the reading are known. */
const findKnown = statement(
  { isKnown: cell.boolean },
  ({
    channelId,
  }: {
    channelId: string;
  }) => sql`select not exists (select from channel_items i where i.channel_id = s.channel_id and i.seen_at >= s.read_to)
      and s.read_to is not null and not exists (select from channel_due d where d.channel_id = s.channel_id and d.kind = 'fetch' and d.outcome = 'open') as is_known
    from shop_connections s where s.channel_id = ${channelId}::uuid`,
);
const countDiffering = statement(
  { listed: cell.integer, differing: cell.integer, skus: orNull(cell.text) },
  ({ channelId, moved }: { channelId: string; moved: string }) => sql`with wrong as (select i.sku from channel_items i
      join jsonb_to_recordset(${moved}::jsonb) as r(id text, qty int) on r.id = i.external_id
      where i.channel_id = ${channelId}::uuid and i.alike = 1 and i.item_id is not null and i.here <> r.qty)
    select (select count(*)::int from channel_items where channel_id = ${channelId}::uuid) as listed, (select count(*)::int from wrong) as differing,
      (select string_agg(sku, ', ' order by sku) from (select sku from wrong order by sku limit ${NAMED}) w) as skus`,
);
const noteNotified = statement(
  { id: channelDue.id },
  ({ channelId }: { channelId: string }) =>
    sql`insert into channel_due (channel_id, kind, key, outcome) values (${channelId}::uuid, 'differs', 'stock', 'done') on conflict do nothing returning id`,
);
const forgetNotified = command(
  ({ channelId }: { channelId: string }) => sql`delete from channel_due where channel_id = ${channelId}::uuid and kind = 'differs'`,
);

type Of = Pick<Connection, 'id' | 'merchantId' | 'name'>;
/** Judges the last reading after the right numbers were computed. One notice for each shop, and another one only after a reading without the cause. */
export async function notifyDiffering(db: Db, { id: channelId, merchantId, name: channel }: Of, isAvailable: boolean): Promise<void> {
  const reading = readings.get(channelId);
  if (!reading) return;
  const isTooOld = Date.now() > reading.at + LONGEST;
  if (!isTooOld && isAvailable && !(await findKnown.one(db, { channelId })).isKnown) return;
  readings.delete(channelId);
  if (isTooOld) return;
  const { listed, differing, skus } = await countDiffering.one(db, { channelId, moved: JSON.stringify(reading.moved) });
  if (differing * 1000 <= listed * PER_MILLE) return forgetNotified(db, { channelId });
  await db.transaction(async (tx) => {
    if (!(await noteNotified.first(tx, { channelId }))) return;
    await notifySides(tx, merchantId, `channels/${channelId}`, (locale) => {
      const share = new Intl.NumberFormat(locale === 'cn' ? 'zh-CN' : locale, { style: 'percent', maximumFractionDigits: 1 });
      return {
        title: textFor(locale, 'channels.notifications.differsTitle', { channel, n: String(differing) }),
        text: textFor(locale, 'channels.notifications.differs', {
          channel,
          n: String(differing),
          of: String(listed),
          share: share.format(differing / listed),
          skus: skus ?? '',
        }).slice(0, 1000),
      };
    });
  });
}
