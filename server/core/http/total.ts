import { getTableName, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { TOTAL_LIMIT } from '#contract/core/envelope';
import type { Db } from '../db/client.ts';
import { type Actor, isOutside } from './actor.ts';
import type { ServerArea } from './area.ts';

type Known = { stamp: string; total: number; until: number };

/** Below this a count costs less than asking whether the last one still holds. */
const WORTH_KEEPING = 1_000;
/** A change can commit after one with a later number; the total is wrong for no longer than this then. */
const KEPT_FOR = 10_000;
const KEPT = 500;

const dialect = new PgDialect({ casing: 'snake_case' });
const known = new WeakMap<Db, Map<string, Known>>();

/**
 * Where a condition has values, the limit stands behind a parameter too: that marks a statement which is planned for its values on every call
 * (db/client.ts), as a rare word and a common one need different ways. Where there are none, the limit stands in the text, and the statement
 * is prepared.
 */
export const limitSql = (where: SQL, limit: number): SQL =>
  dialect.sqlToQuery(where).params.length > 0 ? sql`${limit}` : sql.raw(String(limit));

/** The last changes of an area: the same ones mean that nothing changed since. Every table's trigger writes them. */
const stampSql = (area: string): SQL =>
  sql`(select coalesce(string_agg(e.id::text, ','), '') from (select id from live_event where area = ${area} order by id desc limit 20) e)`;

const countSql = (entry: ServerArea, where: SQL): SQL =>
  sql`(select count(*)::int from (select 1 from ${sql.identifier(getTableName(entry.table))} t where ${where} limit ${limitSql(where, TOTAL_LIMIT + 1)}) c)`;

const keyOf = (entry: ServerArea, where: SQL): string => {
  const { sql: text, params } = dialect.sqlToQuery(where);
  return JSON.stringify([entry.area.name, text, params]);
};

async function one<T extends Record<string, unknown>>(db: Db, statement: SQL): Promise<T | undefined> {
  const result = await db.execute<T>(statement);
  return (result as { rows: T[] }).rows[0];
}

/** A total that was counted before, and the condition under which it still holds. */
export type KeptTotal = { total: number; same: SQL };

/**
 * Counting ten thousand rows costs many times the page itself, so large totals are kept while the area's events say that nothing
 * changed. Outside users' statements cannot read events; theirs are counted.
 */
export function keptTotal(db: Db, entry: ServerArea, actor: Actor, where: SQL): KeptTotal | null {
  if (isOutside(actor)) return null;
  const kept = known.get(db)?.get(keyOf(entry, where));
  return kept && kept.until > Date.now() ? { total: kept.total, same: sql`${stampSql(entry.area.name)} = ${kept.stamp}` } : null;
}

/** How many rows hold, counted to one past the limit. */
export async function countRows(db: Db, entry: ServerArea, actor: Actor, where: SQL): Promise<number> {
  if (isOutside(actor)) return (await one<{ n: number }>(db, sql`select ${countSql(entry, where)} as n`))?.n ?? 0;
  const totals = known.get(db) ?? new Map<string, Known>();
  known.set(db, totals);
  const key = keyOf(entry, where);
  totals.delete(key);
  const fresh = await one<{ stamp: string; n: number }>(
    db,
    sql`select ${stampSql(entry.area.name)} as stamp, ${countSql(entry, where)} as n`,
  );
  const total = fresh?.n ?? 0;
  if (fresh && total > WORTH_KEEPING) {
    totals.set(key, { stamp: fresh.stamp, total, until: Date.now() + KEPT_FOR });
    const [oldest] = totals.keys();
    if (totals.size > KEPT && oldest !== undefined) totals.delete(oldest);
  }
  return total;
}
