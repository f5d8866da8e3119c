import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { type Connection, claimShop, failShop, keepLease, LeaseLost, prepareConnections, releaseShop } from './connections.ts';
import { addUnfinished, type Due, failDue, nextDue, type ShopDueKind } from './due.ts';
import { HANDLERS } from './handlers.ts';
import { kindsOf, openShop } from './kinds.ts';
import { noteBudget } from './notices.ts';
import { notifyFailed } from './notify-failed.ts';
import { type Called, MOST_DETAILS, type Shop, ShopError } from './platform.ts';
import { readChanges } from './read-changes.ts';
import { syncStock } from './stock.ts';

/** Works on the shops: what is shipped is told, wishes to cancel are answered, new orders are read, stock is told. One shop never waits for another. */

export type WorkContext = { db: Db; config: Config; log: FastifyBaseLogger };

/** Milliseconds after which a round goes on with the next shop. A server that stops waits for that. */
const ROUND = 20_000;
/** Milliseconds for which a lease is not renewed again. What is left of it is longer than a call with the wait before it. */
const KEPT = 4_000;
/** Rows of a kind that are looked for at once. */
const AT_ONCE = {
  fetch: MOST_DETAILS,
  accept: 20,
  fulfil: 20,
  track: 20,
  closeRest: 20,
  answerCancel: 20,
  return: 20,
  returned: 20,
} as const;
/** Seconds that a round waits where the shop asks for them. A longer wait ends it. */
const SHORT_WAIT = 5;
/** Faults in a row that end a round. Slow ones are ended by its time. */
const MOST_IN_ROUND = 6;
/** Hours after which permissions, place, notices, and orders of which nothing was heard are looked at again. */
const PREPARE_HOURS = 12;

const insertCalls = command(
  ({ channelId, calls }: { channelId: string; calls: string }) => sql`insert into channel_calls (channel_id, kind, ms, status, result, text)
    select ${channelId}::uuid, kind, ms, case result when 'OK' then 200 else 0 end, result, left(text, 500)
    from jsonb_to_recordset(${calls}::jsonb) as c(kind text, ms int, result text, text text)`,
);
/** Lists calls for those who look for what happened, and keeps what the last one said of the limit of calls. */
export const noteCalls = async (db: Db, channelId: string, calls: readonly Called[]): Promise<void> => {
  if (calls.length === 0) return;
  await insertCalls(db, { channelId, calls: JSON.stringify(calls) });
  const budget = calls.findLast((call) => call.budget)?.budget;
  if (budget) await noteBudget(db, channelId, budget);
};
const savePlace = command(
  ({ id, location, chosen }: { id: string; location: string; chosen: string }) =>
    sql`update shop_connections set location = ${location}, former = case when location in ('', ${location}) then former else array_remove(former, ${location}) || location end,
      stock_read_at = case when location = ${location} then stock_read_at end, prepared_for = ${chosen}, prepared_at = clock_timestamp() where channel_id = ${id}::uuid`,
);

type Prepared = { shop: Shop; connection: Connection };
/** @returns the shop with our place in it; null if people have to do something first */
async function prepared({ db, config }: WorkContext, connection: Connection, note: (call: Called) => void): Promise<Prepared | null> {
  const { id, location, former, preparedAt, preparedFor, ownLocation } = connection;
  const isFresh = preparedAt !== null && Date.parse(preparedAt) > Date.now() - PREPARE_HOURS * 3_600_000;
  let keptAt = Date.now();
  const keep = async (): Promise<void> => {
    if (Date.now() < keptAt + KEPT) return;
    await keepLease(db, connection);
    keptAt = Date.now();
  };
  const shop = await openShop(db, config, connection, { keep, note });
  if (location !== '' && isFresh && preparedFor === ownLocation) return { shop, connection };
  const { location: place, missingScopes, missingLocation } = await shop.prepare();
  if (missingScopes.length > 0) {
    await failShop(db, id, 'scopesMissing', missingScopes.join(', '));
    return null;
  }
  if (missingLocation !== undefined) {
    await failShop(db, id, 'locationMissing', missingLocation);
    return null;
  }
  await addUnfinished(db, id, PREPARE_HOURS);
  await savePlace(db, { id, location: place, chosen: ownLocation });
  if (place === location) return { shop, connection };
  const moved = { ...connection, location: place, former: location === '' ? former : [...former, location], stockReadAt: null };
  return { shop: await openShop(db, config, moved, { keep, note }), connection: moved };
}

/** A fault of one call. Those of the whole shop are thrown again, but for a short wait. @returns faults in a row */
async function notDone(
  context: WorkContext,
  connection: Connection,
  kind: ShopDueKind,
  rows: readonly Due[],
  error: unknown,
  faults: number,
) {
  if (!(error instanceof ShopError) || error.fault.kind === 'signIn') throw error;
  if (error.fault.kind === 'busy') {
    const { retryAfter } = error.fault;
    if (retryAfter === undefined || retryAfter > SHORT_WAIT) throw error;
    await pause(retryAfter * 1000);
    return faults;
  }
  const { kind: fault, message } = error.fault;
  for (const row of rows)
    if (await failDue(context.db, row, message, fault === 'refused')) await notifyFailed(context.db, connection, kind, error.fault);
  return fault === 'refused' ? 0 : faults + 1;
}

/** @returns failed calls in a row at the end */
async function workOff(context: WorkContext, shop: Shop, connection: Connection): Promise<number> {
  const until = Date.now() + ROUND;
  let faults = 0;
  while (Date.now() < until) {
    const due = await nextDue(context.db, connection.id, AT_ONCE);
    if (!due) break;
    // Orders are read together. Everything else is a call for each row, and a fault of one is none of another.
    for (const rows of due.kind === 'fetch' ? [due.rows] : due.rows.map((row) => [row])) {
      if (Date.now() >= until) break;
      try {
        await HANDLERS[due.kind]({ db: context.db, log: context.log, shop, connection }, rows);
        faults = 0;
      } catch (error) {
        faults = await notDone(context, connection, due.kind, rows, error, faults);
        if (faults >= MOST_IN_ROUND) return faults;
      }
    }
  }
  return faults;
}

async function workShop(context: WorkContext, connection: Connection): Promise<void> {
  const { db, log } = context;
  const calls: Called[] = [];
  let isBroken = false;
  let wait: number | null = null;
  try {
    const ready = await prepared(context, connection, (call) => calls.push(call));
    if (ready) {
      await readChanges(db, ready.shop, ready.connection);
      if ((await workOff(context, ready.shop, ready.connection)) === 0) await syncStock(db, ready.shop, ready.connection);
    }
  } catch (error) {
    if (error instanceof LeaseLost) log.warn({ channel: connection.id }, 'another node works on this shop');
    else if (!(error instanceof ShopError)) log.error({ err: error, channel: connection.id }, 'work on a shop');
    else if (error.fault.kind === 'signIn') await failShop(db, connection.id, 'signInAgain', error.fault.message);
    else if (error.fault.kind === 'busy') wait = error.fault.retryAfter ?? 5;
    isBroken = true;
  }
  await noteCalls(db, connection.id, calls);
  const answered = calls.findLastIndex(({ result }) => result === 'OK');
  const faults = calls.length === 0 && isBroken ? 1 : calls.length - 1 - answered;
  await releaseShop(db, connection, { faults, isAlive: answered >= 0, pause: wait });
}

/**
 * One round over the shops on which no other round works, here or on another node. @param rest seconds until a shop is looked at again for which
 * nothing is due
 */
export async function workShops(context: WorkContext, rest = 0): Promise<void> {
  await prepareConnections(context.db);
  const kinds = kindsOf(context.config);
  const seen: string[] = [];
  for (let next = await claimShop(context.db, kinds, seen, rest); next; next = await claimShop(context.db, kinds, seen, rest)) {
    seen.push(next.id);
    await workShop(context, next);
  }
}
