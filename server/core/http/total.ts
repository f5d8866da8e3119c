import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { TOTAL_LIMIT } from '#contract/core/envelope';
import type { Db } from '../db/client.ts';
import { type Actor, isOutside } from './actor.ts';
import type { ServerArea } from './area.ts';
import { tableSql } from './list.ts';

type Known = { stamp: string; total: number; until: number };

/** Below this number a count is cheaper than checking whether the last one is still valid. */
const WORTH_KEEPING = 1_000;
/** Maximum age in milliseconds. A change may commit after one with a later number, and a total is then wrong for at most this time. */
const KEPT_FOR = 10_000;
const KEPT = 500;

const dialect = new PgDialect({ casing: 'snake_case' });
const known = new WeakMap<Db, Map<string, Known>>();

/**
 * If a condition has values, the limit is a parameter too. This marks the statement to be planned for its values on every call
 * (db/client.ts), because rare and frequent words need different plans. Without values the limit is part of the text, and the statement
 * is prepared.
 */
export const limitSql = (where: SQL, limit: number): SQL =>
  dialect.sqlToQuery(where).params.length > 0 ? sql`${limit}` : sql.raw(String(limit));

/** The ids of the last changes of an area. If they are the same, nothing changed. Triggers of every table write them. */
const stampSql = (area: string): SQL =>
  sql`(select coalesce(string_agg(e.id::text, ','), '') from (select id from live_event where area = ${area} order by id desc limit 20) e)`;

const countSql = (entry: ServerArea, actor: Actor, where: SQL): SQL =>
  sql`(select count(*)::int from (select 1 from ${tableSql(entry, actor)} where ${where} limit ${limitSql(where, TOTAL_LIMIT + 1)}) c)`;

const keyOf = (entry: ServerArea, where: SQL): string => {
  const { sql: text, params } = dialect.sqlToQuery(where);
  return JSON.stringify([entry.area.name, text, params]);
};

async function one<T extends Record<string, unknown>>(db: Db, statement: SQL): Promise<T | undefined> {
  const result = await db.execute<T>(statement);
  return (result as { rows: T[] }).rows[0];
}

/** A total counted earlier, and the condition under which it is still valid. */
export type KeptTotal = { total: number; same: SQL };

/**
 * Counting ten thousand rows costs many times as much as the page, so large totals are kept while the area's events show no change.
 * Statements of outside users cannot read events; their totals are always counted.
 */
export function keptTotal(db: Db, entry: ServerArea, actor: Actor, where: SQL): KeptTotal | null {
  if (isOutside(actor)) return null;
  const kept = known.get(db)?.get(keyOf(entry, where));
  return kept && kept.until > Date.now() ? { total: kept.total, same: sql`${stampSql(entry.area.name)} = ${kept.stamp}` } : null;
}

/** Counts the rows, up to one more than the limit. */
export async function countRows(db: Db, entry: ServerArea, actor: Actor, where: SQL): Promise<number> {
  if (isOutside(actor)) return (await one<{ n: number }>(db, sql`select ${countSql(entry, actor, where)} as n`))?.n ?? 0;
  const totals = known.get(db) ?? new Map<string, Known>();
  known.set(db, totals);
  const key = keyOf(entry, where);
  totals.delete(key);
  const fresh = await one<{ stamp: string; n: number }>(
    db,
    sql`select ${stampSql(entry.area.name)} as stamp, ${countSql(entry, actor, where)} as n`,
  );
  const total = fresh?.n ?? 0;
  if (fresh && total > WORTH_KEEPING) {
    totals.set(key, { stamp: fresh.stamp, total, until: Date.now() + KEPT_FOR });
    const [oldest] = totals.keys();
    if (totals.size > KEPT && oldest !== undefined) totals.delete(oldest);
  }
  return total;
}
