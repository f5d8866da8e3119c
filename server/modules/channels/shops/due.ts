import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { command, type Row, statement } from '../../../core/db/statement.ts';
import { channelDue, type DueKind } from '../tables.ts';

/** The calls to a shop that are still to be made. The node that holds the lease of the shop makes them, one after the other. */

/** Seconds until the next try of a call whose outcome is not known. After the last one it has failed, and people are told. */
const WAITS = [5, 30, 120, 600, 3600];
const ERROR_MAX = 500;
/** Kinds of work in the sequence in which they are done: the shop gets its answers before anything new is read. */
const CALL_KINDS = [
  'answerCancel',
  'fulfil',
  'track',
  'closeRest',
  'accept',
  'fetch',
  'return',
  'returned',
] as const satisfies readonly DueKind[];
export type ShopDueKind = (typeof CALL_KINDS)[number];
/** All of them, as an array of SQL. */
export const ALL_CALLS = `{${CALL_KINDS.join(',')}}`;

const insertDue = command(
  ({ channelId, kind, key }: { channelId: string; kind: ShopDueKind; key: string }) =>
    sql`insert into channel_due (channel_id, kind, key) values (${channelId}::uuid, ${kind}, ${key}) on conflict do nothing`,
);
/** Something to do once. It is not done again when it is added again. */
export const addDue = (tx: Db, channelId: string, kind: ShopDueKind, key: string): Promise<void> => insertDue(tx, { channelId, kind, key });

const openDue = statement(
  { id: channelDue.id },
  ({
    channelId,
    kind,
    key,
  }: {
    channelId: string;
    kind: ShopDueKind;
    key: string;
  }) => sql`insert into channel_due as d (channel_id, kind, key)
    values (${channelId}::uuid, ${kind}, ${key}) on conflict (channel_id, kind, key) do update set due_at = now(), tries = 0, error = '', outcome = 'open'
    where d.outcome <> 'open' returning id`,
);
/** Something to do that may come up again after it was done. @returns whether it was not waiting already */
export const openDueAgain = async (tx: Db, channelId: string, kind: ShopDueKind, key: string): Promise<boolean> =>
  (await openDue.first(tx, { channelId, kind, key })) !== null;

const endAnswer = command(
  ({ channelId, externalId }: { channelId: string; externalId: string }) => sql`update channel_due set outcome = 'done'
    where channel_id = ${channelId}::uuid and kind = 'answerCancel' and key = ${externalId} and outcome = 'failed'`,
);
/** The shop does not wait for an answer any more that could not be given: somebody gave it there. */
export const dropAnswer = (tx: Db, key: { channelId: string; externalId: string }): Promise<void> => endAnswer(tx, key);

const insertFetches = command(
  ({ channelId, keys }: { channelId: string; keys: string }) => sql`insert into channel_due (channel_id, kind, key)
    select distinct ${channelId}::uuid, 'fetch', k from jsonb_array_elements_text(${keys}::jsonb) as k
    on conflict (channel_id, kind, key) do update set due_at = now(), tries = 0, error = '', outcome = 'open'`,
);
/** Orders to read, again if they were read before. */
export const addFetches = (tx: Db, channelId: string, keys: readonly string[]): Promise<void> =>
  insertFetches(tx, { channelId, keys: JSON.stringify(keys) });

const insertUnfinished = command(
  ({ channelId, hours }: { channelId: string; hours: number }) => sql`insert into channel_due (channel_id, kind, key)
    select ${channelId}::uuid, 'fetch', external_id from channel_orders where channel_id = ${channelId}::uuid and state in ('new', 'held', 'taken', 'cancelAsked')
    on conflict (channel_id, kind, key) do update set due_at = now(), tries = 0, error = '', outcome = 'open'
    where channel_due.outcome <> 'open' and channel_due.due_at < now() - make_interval(hours => ${hours})`,
);
/** Orders that are still worked on and were not read for hours: what no notice and no window told is found by that, such as an order that was deleted. */
export const addUnfinished = (db: Db, channelId: string, hours: number): Promise<void> => insertUnfinished(db, { channelId, hours });

const findDue = statement(
  {
    id: channelDue.id,
    kind: channelDue.kind,
    key: channelDue.key,
    tries: channelDue.tries,
    dueAt: channelDue.dueAt,
    former: channelDue.former,
  },
  ({
    channelId,
    kind,
    most,
  }: {
    channelId: string;
    kind: ShopDueKind;
    most: number;
  }) => sql`select id, kind, key, tries, due_at, former from channel_due where channel_id = ${channelId}::uuid and kind = ${kind} and outcome = 'open' and due_at <= clock_timestamp()
    order by due_at, id limit ${most}`,
);
export type Due = Row<typeof findDue>;

/** What is due first, all of one kind. @param most rows of a kind that can be worked on together */
export async function nextDue(
  db: Db,
  channelId: string,
  most: Partial<Record<ShopDueKind, number>>,
): Promise<{ kind: ShopDueKind; rows: Due[] } | null> {
  for (const kind of CALL_KINDS) {
    const rows = await findDue(db, { channelId, kind, most: most[kind] ?? 1 });
    if (rows.length > 0) return { kind, rows };
  }
  return null;
}

const finish = statement(
  { id: channelDue.id },
  ({ id, dueAt }: { id: string; dueAt: string }) =>
    sql`update channel_due set outcome = 'done', tries = tries + 1, error = '' where id = ${id}::uuid and due_at = ${dueAt}::timestamptz returning id`,
);
/** What became due again while it was worked on, for example by a notice, stays open. @returns whether it is done */
export const finishDue = async (tx: Db, { id, dueAt }: Pick<Due, 'id' | 'dueAt'>): Promise<boolean> =>
  (await finish.first(tx, { id, dueAt })) !== null;

const later = command(
  ({ id, seconds }: { id: string; seconds: number }) =>
    sql`update channel_due set due_at = clock_timestamp() + make_interval(secs => ${seconds}) where id = ${id}::uuid`,
);
/** Not a failure: it is too early. */
export const postponeDue = (tx: Db, { id }: Pick<Due, 'id'>, seconds: number): Promise<void> => later(tx, { id, seconds });

const drop = command(({ id }: { id: string }) => sql`delete from channel_due where id = ${id}::uuid`);
/** It is not to be done any more, and nothing was done. */
export const dropDue = (tx: Db, { id }: Pick<Due, 'id'>): Promise<void> => drop(tx, { id });

const fail = command(
  ({
    id,
    error,
    wait,
  }: {
    id: string;
    error: string;
    wait: number | null;
  }) => sql`update channel_due set tries = tries + 1, error = ${error}, outcome = case when ${wait}::int is null then 'failed' else 'open' end,
      due_at = clock_timestamp() + make_interval(secs => coalesce(${wait}::int, 0)) where id = ${id}::uuid`,
);
/** @param isFinal whether another try would fail in the same way @returns whether it has failed for good */
export async function failDue(tx: Db, { id, tries }: Pick<Due, 'id' | 'tries'>, error: string, isFinal: boolean): Promise<boolean> {
  const wait = isFinal ? null : (WAITS[tries] ?? null);
  await fail(tx, { id, error: error.slice(0, ERROR_MAX), wait });
  return wait === null;
}

const openFailed = command(
  ({
    channelId,
    kinds,
  }: {
    channelId: string;
    kinds: string;
  }) => sql`with again as (update channel_due set outcome = 'open', tries = 0, error = '', due_at = now()
      where channel_id = ${channelId}::uuid and outcome = 'failed' and kind = any(${kinds}::text[]))
    update shop_connections set paused_until = null, faults = 0 where channel_id = ${channelId}::uuid`,
);
/** Makes calls that have failed for good once more, also to a shop that is left alone because of its faults. */
export const repeatFailed = (tx: Db, channelId: string): Promise<void> => openFailed(tx, { channelId, kinds: ALL_CALLS });
