import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import type { Connection } from './connections.ts';
import { addFetches } from './due.ts';
import { noteUnnoticed } from './notices.ts';
import { type Change, type Shop, ShopError } from './platform.ts';
import { addReturns } from './returns.ts';

/**
 * Looks for orders that changed, in windows that overlap. A window ends a little before now, so that its pages do not shift while they are read,
 * and begins before the greatest change that was stored. So what a notice did not tell is found here, and no clock has to be right.
 */

/** Seconds by which windows overlap, that the end of a window lies back, and between two windows. What no notice tells is found within the sum of both. */
const OVERLAP = 300;
const BACK = 30;
const EVERY = 105;
/** Seconds since the last window after which what has just happened is in the next one. */
export const ALMOST = EVERY - BACK - 5;

// A platform may tell times by the second, so an order may have ended in the second in which it was read, or pieces of it may have been given back: a
// return that was not known says so.
const findNews = statement(
  { externalId: cell.text, unnoticed: cell.boolean },
  ({ channelId, rows }: { channelId: string; rows: string }) => sql`
    select k.id as external_id, o.id is null and not exists (select from channel_due d where d.channel_id = ${channelId}::uuid and d.kind = 'fetch' and d.key = k.id) as unnoticed
    from jsonb_to_recordset(${rows}::jsonb) as k(id text, at timestamptz, wanted text, returned boolean)
    left join channel_orders o on o.channel_id = ${channelId}::uuid and o.external_id = k.id
    where (o.id is null and k.wanted = 'ship') or (o.id is not null and k.wanted <> 'none' and (o.fetched_at is null or o.fetched_at < k.at or ((k.returned or (o.fetched_at = k.at and k.wanted = 'ended')) and o.state in ('new', 'held', 'taken')))
      and (k.wanted <> 'ended' or o.state in ('new', 'held', 'taken', 'cancelAsked')
        or exists (select from channel_due d where d.channel_id = o.channel_id and d.kind = 'answerCancel' and d.key = o.external_id and d.outcome = 'failed')))`,
);
const savePage = command(
  ({
    channelId,
    end,
    page,
    high,
  }: {
    channelId: string;
    end: string;
    page: string;
    high: string | null;
  }) => sql`update shop_connections set window_end = ${end}::timestamptz, page = ${page}, window_high = greatest(window_high, ${high}::timestamptz)
    where channel_id = ${channelId}::uuid`,
);
const endWindow = command(
  ({
    channelId,
    end,
    high,
  }: {
    channelId: string;
    end: string;
    high: string | null;
  }) => sql`update shop_connections set read_until = greatest(read_until, window_high, ${high}::timestamptz), read_to = ${end}::timestamptz,
      window_end = null, window_high = null, page = null, read_at = clock_timestamp()
    where channel_id = ${channelId}::uuid`,
);
const restart = command(
  ({ channelId }: { channelId: string }) =>
    sql`update shop_connections set window_end = null, window_high = null, page = null where channel_id = ${channelId}::uuid`,
);

const highest = (rows: readonly Change[]): string | null =>
  rows.reduce<string | null>((high, { changedAt }) => (high === null || Date.parse(changedAt) > Date.parse(high) ? changedAt : high), null);

/** Reads a window to its end, if it is time for one or one was begun. What was stored is not read again if the process ends in between. */
export async function readChanges(db: Db, shop: Shop, connection: Connection): Promise<void> {
  const { id: channelId, readUntil, readAt } = connection;
  if (connection.windowEnd === null && readAt !== null && Date.parse(readAt) > Date.now() - EVERY * 1000) return;
  const since = new Date(Date.parse(readUntil) - OVERLAP * 1000).toISOString();
  const end = connection.windowEnd ?? new Date(Date.now() - BACK * 1000).toISOString();
  for (let page = connection.page; ; ) {
    const { rows, next } = await shop.changed(since, end, page).catch(async (error: unknown) => {
      // The place of a page may not be known any more after a while. The window is read from its beginning then.
      if (page !== null && error instanceof ShopError && error.fault.kind === 'refused') await restart(db, { channelId });
      throw error;
    });
    const returns = next === null ? await shop.returns?.changed?.(since, end) : undefined;
    await db.transaction(async (tx) => {
      const unknown = await addReturns(tx, channelId, [...(returns ?? []), ...rows.flatMap((row) => row.returns ?? [])]);
      const seen = JSON.stringify(
        rows.map(({ externalId: id, changedAt: at, wanted, returns: known = [] }) => ({
          id,
          at,
          wanted,
          returned: known.some((one) => unknown.has(one)),
        })),
      );
      const news = await findNews(tx, { channelId, rows: seen });
      // The first window reaches back to before notices were ordered.
      if (connection.readTo !== null && news.some(({ unnoticed }) => unnoticed)) await noteUnnoticed(tx, connection);
      if (news.length > 0)
        await addFetches(
          tx,
          channelId,
          news.map(({ externalId }) => externalId),
        );
      if (next === null) await endWindow(tx, { channelId, end, high: highest(rows) });
      else await savePage(tx, { channelId, end, page: next, high: highest(rows) });
    });
    if (next === null) return;
    page = next;
  }
}
