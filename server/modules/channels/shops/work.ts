import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { type Connection, claimShop, failShop, keepLease, LeaseLost, prepareConnections, releaseShop } from './connections.ts';
import { DO } from './do.ts';
import { addUnfinished, type Due, failDue, nextDue, type ShopDueKind } from './due.ts';
import { kindsOf, openShop } from './kinds.ts';
import { type Called, MOST_DETAILS, type Shop, ShopError } from './platform.ts';
import { readChanges } from './read-changes.ts';
import { syncStock } from './stock.ts';
import { tellFailed } from './tell-failed.ts';

/** Works on the shops: what is shipped is told, wishes to cancel are answered, new orders are read, stock is told. One shop never waits for another. */

export type Around = { db: Db; config: Config; log: FastifyBaseLogger };

/** Shops that a node works on at the same time, and the milliseconds after which it goes on with the next one. */
const LANES = 4;
const ROUND = 20_000;
/** Seconds that a round waits where the shop asks for them. A longer wait ends it. */
const SHORT_WAIT = 5;
/** Faults in a row that end a round. */
const MOST_IN_ROUND = 3;
/** Hours after which permissions, place, notices, and orders of which nothing was heard are looked at again. */
const PREPARE_HOURS = 12;

const insertCalls = command(
  ({ channelId, calls }: { channelId: string; calls: string }) => sql`insert into channel_calls (channel_id, kind, ms, status, result, text)
    select ${channelId}::uuid, kind, ms, case result when 'OK' then 200 else 0 end, result, left(text, 500)
    from jsonb_to_recordset(${calls}::jsonb) as c(kind text, ms int, result text, text text)`,
);
const savePlace = command(
  ({ id, location }: { id: string; location: string }) =>
    sql`update shop_connections set location = ${location}, prepared_at = clock_timestamp() where channel_id = ${id}::uuid`,
);

/** @returns the shop with our place in it; null if its owner has to sign in there again */
async function prepared({ db, config }: Around, connection: Connection, note: (call: Called) => void): Promise<Shop | null> {
  const { id, location, preparedAt } = connection;
  const keep = (): Promise<void> => keepLease(db, connection);
  const shop = await openShop(db, config, connection, { keep, note });
  if (location !== '' && preparedAt !== null && Date.parse(preparedAt) > Date.now() - PREPARE_HOURS * 3_600_000) return shop;
  const { location: place, missingScopes } = await shop.prepare();
  if (missingScopes.length > 0) {
    await failShop(db, id, 'scopesMissing', missingScopes.join(', '));
    return null;
  }
  await addUnfinished(db, id, PREPARE_HOURS);
  await savePlace(db, { id, location: place });
  return place === location ? shop : openShop(db, config, { ...connection, location: place }, { keep, note });
}

/** A fault of one call. Those of the whole shop are thrown again, but for a short wait. @returns faults in a row */
async function notDone(around: Around, connection: Connection, kind: ShopDueKind, rows: readonly Due[], error: unknown, faults: number) {
  if (!(error instanceof ShopError) || error.fault.kind === 'signIn') throw error;
  if (error.fault.kind === 'busy') {
    const { retryAfter } = error.fault;
    if (retryAfter === undefined || retryAfter > SHORT_WAIT) throw error;
    await pause(retryAfter * 1000);
    return faults;
  }
  const { kind: fault, message } = error.fault;
  for (const row of rows)
    if (await failDue(around.db, row, message, fault === 'refused')) await tellFailed(around.db, connection, kind, message);
  return fault === 'refused' ? 0 : faults + 1;
}

/** @returns failed calls in a row at the end */
async function workOff(around: Around, shop: Shop, connection: Connection, until: number): Promise<number> {
  let faults = 0;
  while (Date.now() < until) {
    const due = await nextDue(around.db, connection.id, { fetch: MOST_DETAILS });
    if (!due) break;
    try {
      await DO[due.kind]({ db: around.db, log: around.log, shop, connection }, due.rows);
      faults = 0;
    } catch (error) {
      faults = await notDone(around, connection, due.kind, due.rows, error, faults);
      if (faults >= MOST_IN_ROUND) break;
    }
  }
  return faults;
}

async function workShop(around: Around, connection: Connection): Promise<void> {
  const { db, log } = around;
  const calls: Called[] = [];
  let isBroken = false;
  let wait: number | null = null;
  try {
    const shop = await prepared(around, connection, (call) => calls.push(call));
    if (shop) {
      const until = Date.now() + ROUND;
      await readChanges(db, shop, connection);
      if ((await workOff(around, shop, connection, until)) === 0) await syncStock(db, shop, connection);
    }
  } catch (error) {
    if (error instanceof LeaseLost) log.warn({ channel: connection.id }, 'another node works on this shop');
    else if (!(error instanceof ShopError)) log.error({ err: error, channel: connection.id }, 'work on a shop');
    else if (error.fault.kind === 'signIn') await failShop(db, connection.id, 'signInAgain', error.fault.message);
    else if (error.fault.kind === 'busy') wait = error.fault.retryAfter ?? 5;
    isBroken = true;
  }
  if (calls.length > 0) await insertCalls(db, { channelId: connection.id, calls: JSON.stringify(calls) });
  const answered = calls.findLastIndex(({ result }) => result === 'OK');
  const faults = calls.length === 0 && isBroken ? 1 : calls.length - 1 - answered;
  await releaseShop(db, connection, { faults, isAlive: answered >= 0, pause: wait });
}

/** One round over all shops on which no other node works. */
export async function workShops(around: Around): Promise<void> {
  await prepareConnections(around.db);
  const kinds = kindsOf(around.config);
  const seen: string[] = [];
  const lane = async (): Promise<void> => {
    for (let next = await claimShop(around.db, kinds, seen); next; next = await claimShop(around.db, kinds, seen)) {
      seen.push(next.id);
      await workShop(around, next);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
