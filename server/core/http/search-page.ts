import { type SQL, sql } from 'drizzle-orm';
import type { Values } from './area.ts';

/**
 * A page of a search in list order. The best plan depends on where the word occurs, which statistics do not show: walking the list from
 * its newest row finds a current word at once, but reads a million rows for a word that only old rows contain. So the newest rows are
 * searched first, then the word index; only very frequent words are left to the planner.
 */

/** Number of newest rows searched before the word index is used. */
const NEWEST = 5_000;
/** Up to this number of rows found by the word index are sorted. */
const SORTED = 50_000;
/** Shorter runs of letters are in no trigram, so the whole index would be read. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

export const isIndexed = (search: string): boolean => INDEXED.test(search);

export type PageParts = {
  columns: SQL;
  table: SQL;
  where: SQL;
  /** Null for the first page. */
  after: SQL | null;
  order: SQL;
  limit: number;
};
/** `total` is set if it was determined on the way. */
type Found = { rows: Values[]; total: number | null };

const both = (where: SQL, after: SQL | null): SQL => (after ? sql`${where} and ${after}` : where);

export async function searchPage(
  read: (statement: SQL) => Promise<Values[]>,
  { columns, table, where, after, order, limit }: PageParts,
): Promise<Found> {
  const newest = await read(
    sql`select ${columns} from (select t.* from ${table} where ${after ?? sql`true`} order by ${order} limit ${NEWEST}) t where ${where} order by ${order} limit ${limit}`,
  );
  if (newest.length === limit) return { rows: newest, total: null };
  const byWord = await read(
    sql`with found as materialized (select t.id, t.sort_at from ${table} where ${where} limit ${SORTED + 1})
      select ${columns}, (select count(*)::int from found) as "__found" from (select t.id from found t where ${after ?? sql`true`} order by ${order} limit ${limit}) page
      join ${table} on t.id = page.id order by ${order}`,
  );
  const total = Number(byWord[0]?.['__found'] ?? 0);
  if (total <= SORTED) return { rows: byWord, total: byWord.length > 0 ? total : null };
  return {
    rows: await read(sql`select ${columns} from ${table} where ${both(where, after)} order by ${order} limit ${limit}`),
    total: null,
  };
}
