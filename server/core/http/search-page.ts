import { type SQL, sql } from 'drizzle-orm';
import type { Values } from './area.ts';

/**
 * A page of a search in the order of the list. Which way is best depends on where the word occurs, which no statistics tell: walking the list
 * from its newest row finds a current word at once, and reads a million rows for one that only old rows have. So the newest rows are looked
 * through first, then the index of words, and only a word of very many rows is left to the planner.
 */

/** Rows of the list that are looked through before the index of words is asked. */
const NEWEST = 5_000;
/** So many rows are sorted where the index of words finds them. */
const SORTED = 50_000;
/** Shorter runs of letters are in no trigram, and the index of words would be read whole. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

export const isIndexed = (search: string): boolean => INDEXED.test(search);

export type PageParts = {
  columns: SQL;
  table: SQL;
  where: SQL;
  /** Null on the first page. */
  after: SQL | null;
  order: SQL;
  limit: number;
};
/** `total` where it was found on the way. */
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
