import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { SHOP_KINDS, type ShopKind } from '#contract/channels/channels';
import type { Db } from '../../../core/db/client.ts';
import { command, notNull, type Row, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { textFor } from '../../support/index.ts';
import { channels } from '../channels/table.ts';
import { notifySides } from '../notify-sides.ts';
import { shopConnections } from '../tables.ts';
import { ALL_CALLS } from './due.ts';

/** Which node works on which shop, and what happens to the connection when calls fail. */

const listOf = (kinds: readonly ShopKind[]): string => `{${kinds.join(',')}}`;
/** All of them, as an array of SQL. */
export const ALL_KINDS = listOf(SHOP_KINDS);

/** Longer than one call with the wait before it: the lease is renewed before each. */
const LEASE_SECONDS = 30;
/** Failed calls in a row after which a shop is left alone for a while. */
const MOST_FAULTS = 10;
const PAUSE_SECONDS = 300;

// Orders from before the connection are not ours: a merchant who connects a shop has shipped them, or has them shipped elsewhere.
const addConnections = command(
  () => sql`insert into shop_connections (channel_id, read_until) select id, coalesce(connected_at, now()) from channels c
    where c.kind = any(${ALL_KINDS}::text[]) and c.state = 'connected' and c.credentials is not null and not exists (select from shop_connections s where s.channel_id = c.id)
    on conflict do nothing`,
);
const claim = statement(
  {
    id: channels.id,
    kind: channels.kind,
    name: channels.name,
    merchantId: channels.merchantId,
    shop: channels.shop,
    ownLocation: channels.ownLocation,
    mapping: channels.mapping,
    stockSync: channels.stockSync,
    safetyStock: channels.safetyStock,
    rank: channels.rank,
    insureFrom: channels.insureFrom,
    restOfOrder: channels.restOfOrder,
    credentials: notNull(channels.credentials),
    scopes: channels.scopes,
    location: shopConnections.location,
    former: shopConnections.former,
    preparedFor: shopConnections.preparedFor,
    readUntil: shopConnections.readUntil,
    windowEnd: shopConnections.windowEnd,
    page: shopConnections.page,
    readAt: shopConnections.readAt,
    readTo: shopConnections.readTo,
    preparedAt: shopConnections.preparedAt,
    stockReadAt: shopConnections.stockReadAt,
    stockToldAt: shopConnections.stockToldAt,
    leaseToken: notNull(shopConnections.leaseToken),
  },
  ({ token, seen, kinds, calls, rest }: { token: string; seen: readonly string[]; kinds: string; calls: string; rest: number }) => sql`
    update shop_connections s set lease = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), lease_token = ${token}::uuid from channels c
    where c.id = s.channel_id and s.channel_id = (
      select s.channel_id from shop_connections s join channels c on c.id = s.channel_id
      where c.kind = any(${kinds}::text[]) and c.active and c.state = 'connected' and c.credentials is not null and c.deleted_at is null
        and (s.lease is null or s.lease < clock_timestamp() - make_interval(secs => ${rest}) or (s.lease < clock_timestamp() and exists (
          select from channel_due d where d.channel_id = s.channel_id and d.kind = any(${calls}::text[]) and d.outcome = 'open' and d.due_at <= clock_timestamp())))
        and (s.paused_until is null or s.paused_until < clock_timestamp()) and s.channel_id <> all(${uuids(seen)})
      order by s.lease nulls first limit 1 for update of s skip locked)
    returning c.id, c.kind, c.name, c.merchant_id, c.shop, c.own_location, c.mapping, c.stock_sync, c.safety_stock, c.rank, c.insure_from, c.rest_of_order, c.credentials, c.scopes, s.location, s.former, s.prepared_for, s.read_until, s.window_end, s.page, s.read_at, s.read_to, s.prepared_at,
      s.stock_read_at, s.stock_told_at, s.lease_token`,
);
export type Connection = Row<typeof claim>;

export const prepareConnections = (db: Db): Promise<void> => addConnections(db);
/**
 * The shop that waits longest and on which no node works. @param kinds that this node can work on @param seen those of this round
 * @param rest seconds since somebody worked on a shop for which nothing is due
 */
export const claimShop = (db: Db, kinds: readonly ShopKind[], seen: readonly string[], rest: number): Promise<Connection | null> =>
  claim.first(db, { token: randomUUID(), seen, kinds: listOf(kinds), calls: ALL_CALLS, rest });

type Leased = Pick<Connection, 'id' | 'leaseToken'>;
const renew = statement(
  { channelId: shopConnections.channelId },
  ({ id, token }: { id: string; token: string }) =>
    sql`update shop_connections set lease = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) where channel_id = ${id}::uuid and lease_token = ${token}::uuid returning channel_id`,
);
/** Another node took over, because this one stood still for too long. */
export class LeaseLost extends Error {}
/** @throws LeaseLost */
export async function keepLease(db: Db, { id, leaseToken: token }: Leased): Promise<void> {
  if (!(await renew.first(db, { id, token }))) throw new LeaseLost(id);
}
const free = command(
  ({ id, token, faults, isAlive, pause }: { id: string; token: string; faults: number; isAlive: boolean; pause: number | null }) => sql`
    update shop_connections s set lease = clock_timestamp(), lease_token = null, faults = n.faults,
      paused_until = clock_timestamp() + make_interval(secs => coalesce(${pause}::float, case when n.faults >= ${MOST_FAULTS}::int then ${PAUSE_SECONDS}::float end))
    from (select case when ${isAlive}::boolean then 0 else faults end + ${faults}::int as faults from shop_connections where channel_id = ${id}::uuid) n
    where s.channel_id = ${id}::uuid and s.lease_token = ${token}::uuid`,
);
/**
 * Leaves the shop to the next node.
 * @param faults failed calls at the end of this round @param isAlive whether the shop answered before them @param pause seconds, if the shop said so
 */
export const releaseShop = (
  db: Db,
  { id, leaseToken: token }: Leased,
  { faults, isAlive, pause }: { faults: number; isAlive: boolean; pause: number | null },
): Promise<void> => free(db, { id, token, faults, isAlive, pause });

const markFailed = statement(
  { merchantId: channels.merchantId, name: channels.name },
  ({ id, event }: { id: string; event: string }) =>
    sql`update channels set state = 'failed', last_event = ${event}, last_event_at = now() where id = ${id}::uuid and state = 'connected' returning merchant_id, name`,
);
/** Reasons for which a merchant must sign in at the shop again. Each has a name in `channels.events` and a sentence in `channels.notifications`. */
export type FailedEvent = 'signInAgain' | 'scopesMissing' | 'locationMissing' | 'uninstalled';

/** Stops the work on a shop until its owner signs in there again, and tells people once. Orders wait; none is lost. */
export function failShop(db: Db, id: string, event: FailedEvent, detail: string): Promise<void> {
  return db.transaction(async (tx) => {
    const channel = await markFailed.first(tx, { id, event });
    if (!channel) return;
    await notifySides(tx, channel.merchantId, `channels/${id}`, (locale) => ({
      title: textFor(locale, 'channels.notifications.failedTitle', { channel: channel.name }),
      text: [textFor(locale, `channels.notifications.${event}`, {}), detail].filter(Boolean).join(' ').slice(0, 1000),
    }));
  });
}
