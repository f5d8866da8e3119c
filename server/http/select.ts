import { getTableName, type SQL, sql } from 'drizzle-orm';
import { type ListEnvelope, TOTAL_LIMIT } from '#contract/envelope';
import type { ListQuery } from '#contract/query';
import type { Db } from '../db/client.ts';
import type { Actor } from './actor.ts';
import { columnName, type ServerArea, type Values } from './area.ts';
import { invalid } from './errors.ts';
import { afterCursor, and, columnOf, conditions, encodeCursor, orderSql, readSort, references, scopeSql } from './list.ts';
import { countRows } from './total.ts';

type Areas = ReadonlyMap<string, ServerArea>;
type Plan = { columns: SQL; keys: string[] };

const plans = new WeakMap<ServerArea, Plan>();

/** The words that name a row of an area, as SQL over an alias. */
const titleSql = (target: ServerArea, alias: 't' | 'x'): SQL =>
  sql`concat_ws(' · ', ${sql.join(
    target.area.title.map((key) => sql`nullif(${sql.identifier(alias)}.${sql.identifier(columnName(key))}::text, '')`),
    sql`, `,
  )})`;

/** The columns a row leaves with: exactly the contract's, plus its own title and the titles of what it points to. Planned once per area; with `only`, for these fields, id and place in the list. */
function planOf(areas: Areas, entry: ServerArea, only?: readonly string[]): Plan {
  const all = Object.keys(entry.area.row.shape);
  if (only) {
    const keys = all.filter((key) => key === 'id' || key === 'sortAt' || only.includes(key));
    return makePlan(areas, entry, keys);
  }
  const known = plans.get(entry) ?? makePlan(areas, entry, all);
  plans.set(entry, known);
  return known;
}

function makePlan(areas: Areas, entry: ServerArea, keys: string[]): Plan {
  const own = keys.map((key) => sql`t.${sql.identifier(columnName(key))} as ${sql.identifier(key)}`);
  const shown = references(entry).filter(({ key }) => keys.includes(key));
  const labels = shown.flatMap(({ key, area, many }) => {
    const target = areas.get(area);
    if (!target) throw new Error(`${entry.area.name}.${key} points to the unknown area ${area}`);
    const from = sql`${sql.identifier(getTableName(target.table))} x`;
    const column = sql`t.${sql.identifier(columnName(key))}`;
    return many
      ? [
          sql`array(select ${titleSql(target, 'x')} from ${from} where x.id = any(${column}) order by array_position(${column}, x.id)) as ${sql.identifier(`${key}Labels`)}`,
        ]
      : [sql`(select ${titleSql(target, 'x')} from ${from} where x.id = ${column}) as ${sql.identifier(`${key}Label`)}`];
  });
  const title = sql`${titleSql(entry, 't')} as "rowTitle"`;
  return { keys, columns: sql.join([...own, title, ...labels], sql`, `) };
}

/** Turns what the driver gave into contract values: instants to ISO text, 64-bit integers to numbers. */
function decode(entry: ServerArea, plan: Plan, raw: Values): Values {
  for (const key of plan.keys) {
    const value = raw[key];
    if (value !== null && value !== undefined) raw[key] = columnOf(entry, key).mapFromDriverValue(value);
  }
  return raw;
}

const tableSql = (entry: ServerArea): SQL => sql`${sql.identifier(getTableName(entry.table))} t`;

export const rowsOf = (result: unknown): Values[] => (result as { rows: Values[] }).rows;

/** For readers of many pages: only these fields of each row, and no total but the first page's. */
type Lean = { only: readonly string[]; counted: boolean };

/** One page of a list. Costs the same on any page: the cursor is a key, never an offset. */
export async function selectList(
  db: Db,
  areas: Areas,
  entry: ServerArea,
  actor: Actor,
  query: ListQuery & { trash?: boolean },
  lean?: Lean,
): Promise<ListEnvelope<Values>> {
  const plan = planOf(areas, entry, lean?.only);
  const order = readSort(entry, query.sort);
  const where = conditions(areas, entry, actor, query);
  const page = and([where, afterCursor(entry, order, query.cursor, query.back)]);
  const sortValue = order.key === 'sortAt' ? sql`null` : sql`t.${sql.identifier(columnName(order.key))}::text`;
  const result = await db.execute(
    sql`select ${plan.columns}, ${sortValue} as "__sort" from ${tableSql(entry)} where ${page} order by ${orderSql(entry, order, query.back)} limit ${query.limit + 1}`,
  );
  const found = rowsOf(result);
  const more = found.length > query.limit;
  if (more) found.pop();
  if (query.back) found.reverse();
  // A first page that is not full is the whole list.
  const total = (!query.cursor && !more) || lean?.counted === false ? found.length : await countRows(db, entry, actor, where);
  const hasNext = query.back ? true : more;
  const last = found.at(-1);
  const lastSort = (last?.['__sort'] ?? null) as string | null;
  const rows = found.map((raw) => {
    delete raw['__sort'];
    return decode(entry, plan, raw);
  });
  const lastSortAt = rows.at(-1)?.['sortAt'] as string | undefined;
  const next = hasNext && lastSortAt ? (order.key === 'sortAt' ? lastSortAt : encodeCursor(lastSort, lastSortAt)) : null;
  return { code: 'OK', data: rows, error: null, next, total: Math.min(total, TOTAL_LIMIT), totalExact: total <= TOTAL_LIMIT };
}

/** Rows by id, in scope; what is missing or foreign is simply not there. */
export async function selectRows(
  db: Db,
  areas: Areas,
  entry: ServerArea,
  actor: Actor,
  ids: string[],
  options: { trash?: boolean; lock?: boolean; only?: readonly string[] } = {},
): Promise<Values[]> {
  const plan = planOf(areas, entry, options.only);
  const idList = sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`;
  const where = and([
    sql`t.id = any(${idList})`,
    scopeSql(entry, actor, options.lock),
    options.trash === undefined ? null : options.trash ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`,
  ]);
  const result = await db.execute(
    sql`select ${plan.columns} from ${tableSql(entry)} where ${where} order by t.id ${options.lock ? sql`for update of t` : sql``}`,
  );
  return rowsOf(result).map((raw) => decode(entry, plan, raw));
}

/** Sums of number columns over the whole filtered set. */
export async function selectTotals(
  db: Db,
  areas: Areas,
  entry: ServerArea,
  actor: Actor,
  keys: string[],
  query: Pick<ListQuery, 'search' | 'filters'> & { trash?: boolean },
): Promise<Record<string, number>> {
  if (keys.length === 0) throw invalid([{ path: 'fields', rule: 'required' }]);
  const sums = keys.map((key) => {
    if (columnOf(entry, key).dataType !== 'number') throw invalid([{ path: key, rule: 'number' }]);
    return sql`coalesce(sum(t.${sql.identifier(columnName(key))}), 0)::float8 as ${sql.identifier(key)}`;
  });
  const result = await db.execute(
    sql`select ${sql.join(sums, sql`, `)} from ${tableSql(entry)} where ${conditions(areas, entry, actor, query)}`,
  );
  return rowsOf(result)[0] as Record<string, number>;
}
