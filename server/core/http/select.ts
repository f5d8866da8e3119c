import { Column, getTableName, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { allows } from '#contract/core/access';
import { type ListEnvelope, TOTAL_LIMIT } from '#contract/core/envelope';
import { isTexts } from '#contract/core/fields';
import { LOCALES, type Locale } from '#contract/core/limits';
import type { ListQuery, TotalMode } from '#contract/core/query';
import { dayPattern } from '#contract/core/written-day';
import type { Db } from '../db/client.ts';
import { ident, inWords, literal } from '../db/sql-text.ts';
import { type Actor, isOutside } from './actor.ts';
import { type Areas, columnName, type ServerArea, type Values } from './area.ts';
import { invalid } from './errors.ts';
import {
  afterCursor,
  and,
  columnOf,
  conditions,
  encodeCursor,
  nameScopeSql,
  orderSql,
  readSort,
  references,
  refuseHidden,
  scopeSql,
  tableSql,
} from './list.ts';
import { isIndexed, type PageParts, searchPage } from './search-page.ts';
import { countRows, keptTotal, limitSql } from './total.ts';

type Plan = { columns: SQL; decoded: Decoded[]; worded: ((row: Values) => Values) | null };
/** A column whose driver value must be converted to the contract's. */
type Decoded = { key: string; column: Column };

const dialect = new PgDialect({ casing: 'snake_case' });
const plans = new WeakMap<ServerArea, Map<string, Plan>>();

/** A column, where its area has words for the texts in it with those of the user's language. */
function ownWords({ words }: ServerArea, key: string, alias: 't' | 'x', locale: Locale): SQL {
  const column = `${alias}.${ident(columnName(key))}`;
  const known = words?.[key]?.[locale];
  return known ? sql.raw(inWords(known, column)) : sql.raw(column);
}

/** A text in several languages is selected in the user's language, otherwise in the first language that has one. */
function wordSql(target: ServerArea, key: string, alias: 't' | 'x', locale: Locale): SQL {
  const column = sql`${sql.identifier(alias)}.${sql.identifier(columnName(key))}`;
  const written = dayPattern(locale);
  if (written && columnOf(target, key).columnType === 'PgDateString') return sql`to_char(${column}, ${sql.raw(literal(written))})`;
  if (!isTexts(target.area.row.shape[key])) return sql`nullif(${ownWords(target, key, alias, locale)}::text, '')`;
  const words = [...new Set([locale, ...LOCALES])].map((one) => sql`nullif(${column}->>${sql.raw(`'${one}'`)}, '')`);
  return sql`coalesce(${sql.join(words, sql`, `)})`;
}

/** The title of a row as SQL over an alias. */
export const titleSql = (target: ServerArea, alias: 't' | 'x', locale: Locale): SQL =>
  sql`concat_ws(' · ', ${sql.join(
    target.area.title.map((key) => wordSql(target, key, alias, locale)),
    sql`, `,
  )})`;

/** Whether the database allows this user to read rows of an area. Outside users have no grants on tables of the house (db/access.ts). */
const hasRows = ({ merchant, carrier }: ServerArea['area'], actor: Actor): boolean =>
  !isOutside(actor) || (actor.merchantId === null ? carrier : merchant) !== undefined;

/** References whose titles this user may not see: their area is neither `named` nor shared, and the user cannot read its rows. */
export const closedTitles = (areas: Areas, entry: ServerArea, actor: Actor): string[] =>
  references(entry).flatMap(({ key, area }) => {
    const target = areas.get(area)?.area;
    if (!target || target.named || target.shared) return [];
    return allows(actor.privileges, `${area}.read`) && hasRows(target, actor) ? [] : [key];
  });

/**
 * The selected columns of a row: those of the contract, its own title, and the titles of referenced rows. Cached by area, language and
 * closed titles. With `only`: these fields, the id and the list position.
 */
function planOf(areas: Areas, entry: ServerArea, actor: Actor, only?: readonly string[]): Plan {
  const all = Object.keys(entry.area.row.shape);
  const closed = closedTitles(areas, entry, actor);
  const hidden = isOutside(actor) ? (entry.houseFields ?? []) : [];
  if (only) {
    const keys = all.filter((key) => key === 'id' || key === 'sortAt' || only.includes(key) || entry.wordedFrom?.includes(key));
    return makePlan(areas, entry, keys, actor.locale, closed, hidden);
  }
  const mine = plans.get(entry) ?? new Map<string, Plan>();
  plans.set(entry, mine);
  const name = [actor.locale, ...closed, '-', ...hidden].join(' ');
  const known = mine.get(name) ?? makePlan(areas, entry, all, actor.locale, closed, hidden);
  mine.set(name, known);
  return known;
}

function makePlan(
  areas: Areas,
  entry: ServerArea,
  keys: string[],
  locale: Locale,
  closed: readonly string[],
  hidden: readonly string[],
): Plan {
  const own = keys.map((key) =>
    hidden.includes(key) ? sql`null as ${sql.identifier(key)}` : sql`${ownWords(entry, key, 't', locale)} as ${sql.identifier(key)}`,
  );
  const shown = references(entry).filter(({ key }) => keys.includes(key));
  const labels = shown.flatMap(({ key, area, many }) => {
    const target = areas.get(area);
    if (!target) throw new Error(`${entry.area.name}.${key} points to the unknown area ${area}`);
    const from = sql`${sql.identifier(getTableName(target.table))} x`;
    const column = sql`t.${sql.identifier(columnName(key))}`;
    const label = sql.identifier(many ? `${key}Labels` : `${key}Label`);
    if (closed.includes(key) || hidden.includes(key)) return [many ? sql`'{}'::text[] as ${label}` : sql`null::text as ${label}`];
    return many
      ? [
          sql`array(select ${titleSql(target, 'x', locale)} from ${from} where x.id = any(${column}) order by array_position(${column}, x.id)) as ${label}`,
        ]
      : [sql`(select ${titleSql(target, 'x', locale)} from ${from} where x.id = ${column}) as ${label}`];
  });
  const title = sql`${titleSql(entry, 't', locale)} as "rowTitle"`;
  const decoded = keys
    .map((key) => ({ key, column: columnOf(entry, key) }))
    .filter(({ column }) => column.mapFromDriverValue !== Column.prototype.mapFromDriverValue);
  // Stored as text, because building a hundred names on every call costs more than parsing them.
  const columns = dialect.sqlToQuery(sql.join([...own, title, ...labels], sql`, `)).sql;
  const { worded } = entry;
  return { decoded, columns: sql.raw(columns), worded: worded ? (row) => worded(row, locale) : null };
}

/** Converts driver values to contract values: instants to ISO text, 64-bit integers to numbers. */
function decode({ decoded, worded }: Plan, raw: Values): Values {
  for (const { key, column } of decoded) {
    const value = raw[key];
    if (value !== null && value !== undefined) raw[key] = column.mapFromDriverValue(value);
  }
  return worded ? Object.assign(raw, worded(raw)) : raw;
}

export const rowsOf = (result: unknown): Values[] => (result as { rows: Values[] }).rows;

/** A condition that must be true in the statement of the page itself; otherwise the page must not be used (`proven`). */
export type Proof = SQL;
export class Unproven extends Error {}

/** For readers of many pages: only these fields, and the total only for the first page. */
type Options = { only?: readonly string[]; counted?: boolean; proof?: Proof };

const envelope = (data: Values[], next: string | null, total: number): ListEnvelope<Values> => ({
  code: 'OK',
  data,
  error: null,
  next,
  total: Math.min(total, TOTAL_LIMIT),
  totalExact: total <= TOTAL_LIMIT,
});

const readPage = async (db: Db, { columns, table, where, after, order, limit }: PageParts): Promise<Values[]> =>
  rowsOf(
    await db.execute(sql`select ${columns} from ${table} where ${and([where, after])} order by ${order} limit ${limitSql(where, limit)}`),
  );

/**
 * Selects one page of a list. The cost does not depend on the page, because the cursor is a key and not an offset.
 * @throws Unproven if the proof failed, or if there is no row to confirm it
 */
export async function selectList(
  db: Db,
  areas: Areas,
  entry: ServerArea,
  actor: Actor,
  query: ListQuery & { trash?: boolean; totals?: TotalMode | null },
  { only, counted = true, proof }: Options = {},
): Promise<ListEnvelope<Values>> {
  const plan = planOf(areas, entry, actor, only);
  const order = readSort(entry, query.sort);
  refuseHidden(entry, actor, order.key);
  const where = conditions(areas, entry, actor, query);
  if (query.totals === 'only') {
    // An empty list cannot confirm the proof.
    if (proof) throw new Unproven();
    return envelope([], null, await countRows(db, entry, actor, where));
  }
  const after = afterCursor(entry, order, query.cursor, query.back);
  const kept = counted ? keptTotal(db, entry, actor, where) : null;
  const sortValue = order.key === 'sortAt' ? sql`null` : sql`t.${sql.identifier(columnName(order.key))}::text`;
  const asides = sql`${sortValue} as "__sort", ${proof ?? sql`true`} as "__proved", ${kept?.same ?? sql`false`} as "__same"`;
  const parts = {
    columns: sql`${plan.columns}, ${asides}`,
    table: tableSql(entry, actor),
    where,
    after,
    order: orderSql(entry, order, query.back),
    limit: query.limit + 1,
  };
  const bySearch = order.key === 'sortAt' && entry.area.search.length > 0 && isIndexed(query.search);
  const answer = bySearch
    ? await searchPage(async (statement) => rowsOf(await db.execute(statement)), parts)
    : { rows: await readPage(db, parts), total: null };
  const found = answer.rows;
  if (proof && found[0]?.['__proved'] !== true) throw new Unproven();
  const isSame = found[0]?.['__same'] === true;
  const more = found.length > query.limit;
  if (more) found.pop();
  if (query.back) found.reverse();
  // A first page that is not full is the whole list.
  const isWhole = !query.cursor && !more;
  const known = isWhole || !counted ? found.length : kept && isSame ? kept.total : answer.total;
  const isLater = known === null && query.totals === 'later';
  const total = known ?? (isLater ? found.length : await countRows(db, entry, actor, where));
  const hasNext = query.back ? true : more;
  const last = found.at(-1);
  const lastSort = (last?.['__sort'] ?? null) as string | null;
  const rows = found.map((raw) => decode(plan, raw));
  const lastSortAt = rows.at(-1)?.['sortAt'];
  const next =
    hasNext && typeof lastSortAt === 'string' ? (order.key === 'sortAt' ? lastSortAt : encodeCursor(lastSort, lastSortAt)) : null;
  return isLater ? { ...envelope(rows, next, total), totalExact: false, totalLater: true } : envelope(rows, next, total);
}

/** Selects rows by id within the scope. Missing rows and rows out of scope are omitted. */
export async function selectRows(
  db: Db,
  areas: Areas,
  entry: ServerArea,
  actor: Actor,
  ids: string[],
  options: { trash?: boolean; lock?: boolean; only?: readonly string[]; naming?: boolean } = {},
): Promise<Values[]> {
  const plan = planOf(areas, entry, actor, options.only);
  const idList = sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`;
  const where = and([
    sql`t.id = any(${idList})`,
    options.naming ? nameScopeSql(areas, entry, actor) : scopeSql(areas, entry, actor, options.lock),
    options.trash === undefined ? null : options.trash ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`,
  ]);
  const result = await db.execute(
    sql`select ${plan.columns} from ${tableSql(entry, actor)} where ${where} order by t.id ${options.lock ? sql`for update of t` : sql``}`,
  );
  return rowsOf(result).map((raw) => decode(plan, raw));
}

type Filtered = Pick<ListQuery, 'search' | 'filters'> & { trash?: boolean };

const keptSums = ({ sums }: ServerArea, keys: string[], { search, filters }: Filtered): ServerArea['sums'] | null => {
  const answers = sums && search.trim() === '' && keys.every((key) => sums.fields.includes(key));
  return answers && filters.every(({ field }) => sums.by.includes(field)) ? sums : null;
};

/** Sums of number columns over all filtered rows. */
export async function selectTotals(
  db: Db,
  areas: Areas,
  entry: ServerArea,
  actor: Actor,
  keys: string[],
  query: Filtered,
): Promise<Record<string, number>> {
  if (keys.length === 0) throw invalid([{ path: 'fields', rule: 'required' }]);
  const sums = keys.map((key) => {
    refuseHidden(entry, actor, key);
    if (columnOf(entry, key).dataType !== 'number') throw invalid([{ path: key, rule: 'number' }]);
    return sql`coalesce(sum(t.${sql.identifier(columnName(key))}), 0)::float8 as ${sql.identifier(key)}`;
  });
  const kept = keptSums(entry, keys, query);
  const from = kept ? sql`(${await kept.from(db)}) t` : tableSql(entry, actor);
  const result = await db.execute(sql`select ${sql.join(sums, sql`, `)} from ${from} where ${conditions(areas, entry, actor, query)}`);
  return rowsOf(result)[0] as Record<string, number>;
}
