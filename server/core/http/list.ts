import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { allows } from '#contract/core/access';
import { refOf } from '#contract/core/fields';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/core/limits';
import { decodeFilters, EPOCH, type Filter, type ListQuery, ME, NOW, TOTAL_MODES, type TotalMode } from '#contract/core/query';
import { type Actor, isOutside } from './actor.ts';
import { type Areas, columnName, type ServerArea } from './area.ts';
import { DomainError, invalid } from './errors.ts';

/** Parses the parameters of a list call. @throws DomainError InvalidInput with the name of the parameter */
export function readListQuery(params: Record<string, unknown>): ListQuery & { trash: boolean; totals: TotalMode | null } {
  const entries = Object.entries(params).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((v): [string, string] => [key, String(v)]),
  );
  const one = (key: string): string => entries.find(([k]) => k === key)?.[1] ?? '';
  const limit = one('l') === '' ? PAGE_SIZE : Number(one('l'));
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE)
    throw invalid([{ path: 'l', rule: 'tooBig', params: { max: MAX_PAGE_SIZE } }]);
  const search = one('q');
  if (search.length > 200) throw invalid([{ path: 'q', rule: 'tooLong', params: { max: 200 } }]);
  const cursor = one('o');
  const totals = TOTAL_MODES.find((mode) => mode === one('t')) ?? null;
  if (totals === null && one('t') !== '') throw invalid([{ path: 't', rule: 'format' }]);
  return {
    limit,
    cursor: cursor === '' || cursor === EPOCH || Date.parse(cursor) === 0 ? null : cursor,
    search,
    sort: one('s') || null,
    back: one('d') === 'back',
    filters: decodeFilters(entries),
    trash: one('trash') === '1',
    totals,
  };
}

type Column = PgColumn & { dataType: string };

export const columnOf = (entry: ServerArea, key: string): Column => {
  const column = (entry.table as Record<string, unknown>)[key];
  if (!Object.hasOwn(entry.area.row.shape, key) || !column) throw invalid([{ path: key, rule: 'unknownField' }]);
  return column as Column;
};

const ref = (key: string): SQL => sql`t.${sql.identifier(columnName(key))}`;
/** Escapes `%`, `_` and `\`, so that they are searched literally. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const cast = (column: Column, value: string): SQL =>
  value === NOW && column.getSQLType().startsWith('timestamptz') ? sql`now()` : sql`${value}::${sql.raw(column.getSQLType())}`;

/** The table of an area as this user reads it, under the alias `t`. */
export function tableSql({ table, area, outsideValues }: ServerArea, actor: Actor): SQL {
  const name = sql.identifier(getTableName(table));
  if (!outsideValues || !isOutside(actor)) return sql`${name} t`;
  const known = Object.keys(getTableColumns(table)).map(
    (key) => sql`${outsideValues[key] ?? sql`x.${sql.identifier(columnName(key))}`} as ${sql.identifier(columnName(key))}`,
  );
  // The database makes the searched column (db/derive.ts).
  const all = area.search.length > 0 ? [...known, sql`x.search`] : known;
  return sql`(select ${sql.join(all, sql`, `)} from ${name} x) t`;
}

/** Whether this user must not learn anything about the field (`houseFields`). */
export const isHidden = ({ houseFields = [] }: ServerArea, actor: Actor, key: string): boolean =>
  isOutside(actor) && houseFields.includes(key);
/** @throws DomainError InvalidInput as for a field that does not exist */
export function refuseHidden(entry: ServerArea, actor: Actor, key: string): void {
  if (isHidden(entry, actor, key)) throw invalid([{ path: key, rule: 'unknownField' }]);
}

/**
 * A filter on a field of a referenced row (`carrierId.code=DHL`). The user must be allowed to read that area, and rows outside their
 * scope do not match; otherwise a filter would reveal what a list hides.
 */
function throughSql(areas: Areas, entry: ServerArea, actor: Actor, { field, op, value }: Filter): SQL {
  const [key = '', inner = ''] = field.split('.');
  const name = references(entry).find((reference) => reference.key === key && !reference.many)?.area;
  const target = name === undefined ? undefined : areas.get(name);
  if (!target || !allows(actor.privileges, `${name}.read`)) throw invalid([{ path: field, rule: 'unknownField' }]);
  const where = and([scopeSql(areas, target, actor), plainSql(areas, target, actor, { field: inner, op, value })]);
  return sql`${ref(key)} in (select t.id from ${tableSql(target, actor)} where ${where})`;
}

/** The condition for `$me` in a filter of a reference; null if the filter has no `$me`, or its area does not say what belongs to whom. */
function mineSql(areas: Areas, entry: ServerArea, actor: Actor, { field, op, value }: Filter): SQL | null {
  const values = [value].flat();
  if ((op !== 'eq' && op !== 'in') || !values.includes(ME)) return null;
  const target = areas.get(references(entry).find(({ key, many }) => key === field && !many)?.area ?? '');
  if (!target?.mine) return null;
  const mine = sql`${ref(field)} in (select t.id from ${sql.identifier(getTableName(target.table))} t where ${target.mine(actor)})`;
  const others = values.filter((one) => one !== ME);
  return others.length === 0 ? mine : sql`(${mine} or ${filterSql(entry, { field, op: 'in', value: others })})`;
}

/** A filter on a field of the row itself. */
function plainSql(areas: Areas, entry: ServerArea, actor: Actor, filter: Filter): SQL {
  refuseHidden(entry, actor, filter.field);
  return mineSql(areas, entry, actor, filter) ?? filterSql(entry, filter);
}

function filterSql(entry: ServerArea, { field, op, value }: Filter): SQL {
  const column = columnOf(entry, field);
  const left = ref(field);
  const text = Array.isArray(value) ? (value[0] ?? '') : value;
  const isList = column.getSQLType().endsWith('[]');
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MAX_PAGE_SIZE) throw invalid([{ path: field, rule: 'tooLong', params: { max: MAX_PAGE_SIZE } }]);
  const asArray = (values: string[]): SQL =>
    sql`array[${sql.join(
      values.map((v) => sql`${v}`),
      sql`, `,
    )}]::text[]::${sql.raw(isList ? column.getSQLType() : `${column.getSQLType()}[]`)}`;
  switch (op) {
    case 'eq':
      return isList ? sql`${left} @> ${asArray([text])}` : sql`${left} = ${cast(column, text)}`;
    case 'ne':
      return isList ? sql`not ${left} @> ${asArray([text])}` : sql`${left} is distinct from ${cast(column, text)}`;
    case 'in':
      return isList ? sql`${left} && ${asArray(list)}` : sql`${left} = any(${asArray(list)})`;
    case 'gte':
      return sql`${left} >= ${cast(column, text)}`;
    case 'gt':
      return sql`${left} > ${cast(column, text)}`;
    case 'lte':
      return sql`${left} <= ${cast(column, text)}`;
    case 'lt':
      return sql`${left} < ${cast(column, text)}`;
    case 'like':
      return sql`lower(${left}::text) like ${likePattern(text)}`;
    case 'null':
      return text === 'true' ? sql`${left} is null` : sql`${left} is not null`;
  }
}

/**
 * The condition for rows the actor may read: those of the own merchant or carrier for outside users, own rows where rows are owned, and
 * the area's own rules. Null: all rows. Lists, single rows, search, files and live events all use this function.
 */
export function scopeSql(areas: Areas, entry: ServerArea, actor: Actor, changing = false): SQL | null {
  const { owned, readers } = entry;
  const all =
    !isOutside(actor) && owned?.personal !== true && (actor.isAdmin || (owned?.all !== undefined && allows(actor.privileges, owned.all)));
  const own = owned && !all ? sql`${ref(owned.by)} = ${actor.userId}::uuid` : null;
  const visible = typeof owned?.visible === 'function' ? owned.visible(actor) : owned?.visible;
  const parts = [
    readers?.instead ? null : ownerSql(entry, actor),
    readers?.where(actor, areas) ?? null,
    own && visible && !changing ? sql`(${own} or ${visible})` : own,
  ];
  return parts.every((part) => part === null) ? null : and(parts);
}

/**
 * The condition for rows the actor may refer to and see the title of. Includes places and users of the house in areas declared as
 * `named`.
 */
export const nameScopeSql = (areas: Areas, entry: ServerArea, actor: Actor): SQL | null =>
  entry.area.named && !entry.area.merchant ? null : scopeSql(areas, entry, actor);

/** A row without an owner belongs to the house, unless its area is shared. */
function ownerSql(entry: ServerArea, actor: Actor): SQL | null {
  if (!isOutside(actor)) return null;
  const { merchant, carrier, shared, sharedWhenNull } = entry.area;
  if (shared || (entry.owned && !merchant)) return null;
  if (actor.merchantId === null) return actor.carrierId !== null && carrier ? sql`${ref(carrier)} = ${actor.carrierId}::uuid` : sql`false`;
  if (!merchant) return sql`false`;
  const mine = sql`${ref(merchant)} = ${actor.merchantId}::uuid`;
  return sharedWhenNull ? sql`(${mine} or ${ref(merchant)} is null)` : mine;
}

export const and = (parts: (SQL | null)[]): SQL =>
  sql.join(
    parts.filter((part): part is SQL => part !== null),
    sql` and `,
  );

/** All conditions of a list except the cursor: scope, deleted or not, search and filters. */
export function conditions(
  areas: Areas,
  entry: ServerArea,
  actor: Actor,
  query: Pick<ListQuery, 'search' | 'filters'> & { trash?: boolean },
): SQL {
  const words = entry.area.search.length ? query.search.trim().split(/\s+/).filter(Boolean).slice(0, 8) : [];
  return and([
    query.trash ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`,
    scopeSql(areas, entry, actor),
    ...words.map((word) => sql`t.search like ${likePattern(word)}`),
    ...query.filters.map((filter) =>
      filter.field.includes('.') ? throughSql(areas, entry, actor, filter) : plainSql(areas, entry, actor, filter),
    ),
  ]);
}

type Order = { key: string; desc: boolean };

export function readSort(entry: ServerArea, sort: string | null): Order {
  if (!sort) return { key: 'sortAt', desc: true };
  const key = sort.replace(/^-/, '');
  columnOf(entry, key);
  return { key, desc: sort.startsWith('-') };
}

/** The cursor of a list sorted by another column: its value and `sort_at`. Opaque to the client. */
export const encodeCursor = (value: string | null, sortAt: string): string =>
  Buffer.from(JSON.stringify([value, sortAt])).toString('base64url');

function decodeCursor(cursor: string): [string | null, string] {
  try {
    const [value, sortAt] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string | null, string];
    if ((value === null || typeof value === 'string') && Number.isFinite(Date.parse(sortAt))) return [value, sortAt];
  } catch {
    // Continues with the refusal below.
  }
  throw new DomainError('InvalidInput', [{ path: 'o', rule: 'format' }]);
}

/** The condition for rows strictly after the cursor in list order (before it for `d=back`). Nulls are last in both directions. */
export function afterCursor(entry: ServerArea, { key, desc }: Order, cursor: string | null, back: boolean): SQL | null {
  if (!cursor) return null;
  if (key === 'sortAt') {
    if (!Number.isFinite(Date.parse(cursor))) throw new DomainError('InvalidInput', [{ path: 'o', rule: 'format' }]);
    return desc !== back ? sql`t.sort_at < ${cursor}::timestamptz` : sql`t.sort_at > ${cursor}::timestamptz`;
  }
  const [value, sortAt] = decodeCursor(cursor);
  const column = ref(key);
  const later = back ? sql`t.sort_at > ${sortAt}::timestamptz` : sql`t.sort_at < ${sortAt}::timestamptz`;
  if (value === null)
    return back ? sql`(${column} is not null or (${column} is null and ${later}))` : sql`(${column} is null and ${later})`;
  const typed = cast(columnOf(entry, key), value);
  const further = desc !== back ? sql`${column} < ${typed}` : sql`${column} > ${typed}`;
  const here = sql`${further} or (${column} = ${typed} and ${later})`;
  // The additional bound is redundant but allows the use of an index.
  if (columnOf(entry, key).notNull) return sql`(${column} ${sql.raw(desc !== back ? '<=' : '>=')} ${typed} and (${here}))`;
  return back ? sql`(${here})` : sql`(${here} or ${column} is null)`;
}

/** The order of a list. For columns that cannot be null the position of nulls is omitted, so that the index matches. */
export function orderSql(entry: ServerArea, { key, desc }: Order, back: boolean): SQL {
  const direction = (down: boolean): SQL => sql.raw(down !== back ? 'desc' : 'asc');
  if (key === 'sortAt') return sql`t.sort_at ${direction(desc)}`;
  const nulls = columnOf(entry, key).notNull ? sql`` : sql` nulls ${sql.raw(back ? 'first' : 'last')}`;
  return sql`${ref(key)} ${direction(desc)}${nulls}, t.sort_at ${direction(true)}`;
}

export type Reference = { key: string; area: string; many: boolean };

/** Reference fields of an area. */
export const references = (entry: ServerArea): Reference[] =>
  Object.entries(entry.area.row.shape).flatMap(([key, schema]) => {
    const target = refOf(schema);
    return target ? [{ key, ...target }] : [];
  });
