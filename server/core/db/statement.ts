import { Column, is, type SQL, sql } from 'drizzle-orm';
import { columnName } from '../http/area.ts';
import type { Db } from './client.ts';
import { iso } from './columns.ts';

/**
 * Typed rows of raw SQL. A statement declares each result column, by a table column or by a cell for an expression, and returns rows of
 * that type. tests/api/statement-types.test.ts compares every declared statement with the database (docs/adr/0018-typed-rows.md).
 */

/** A result column that is not a plain table column: its PostgreSQL type and how the driver's value is converted. */
export type Cell<T> = {
  /** As written by `format_type`. */
  type: string;
  nullable: boolean;
  decode?: (value: unknown) => T;
};
/** A table column that may be null in this result, for example after an outer join, although the table forbids it. */
type Optional<C extends Column = Column> = { optional: C };
/** A table column that is never null in this result because of a condition in the statement. */
type Required<C extends Column = Column> = { required: C };
type Part = Column | Optional | Required | Cell<unknown>;
/** Keys are the result columns in camelCase: `taskId` is `task_id` or `"taskId"`. */
export type RowShape = Record<string, Part>;

type DataOf<C extends Column> = C['_']['data'];
type PartData<P> = P extends Column
  ? P['_']['notNull'] extends true
    ? DataOf<P>
    : DataOf<P> | null
  : P extends Optional<infer C>
    ? DataOf<C> | null
    : P extends Required<infer C>
      ? DataOf<C>
      : P extends Cell<infer T>
        ? T
        : never;
export type RowOf<S extends RowShape> = { [K in keyof S]: PartData<S[K]> };

export type Statement<A extends object, R> = {
  (db: Db, ...params: A extends Nothing ? [] : [A]): Promise<R[]>;
  /** The first row; null if there is none. */
  first: (db: Db, ...params: A extends Nothing ? [] : [A]) => Promise<R | null>;
  /** The first row of a statement that always returns one, such as `insert … returning`. @throws Error without a row */
  one: (db: Db, ...params: A extends Nothing ? [] : [A]) => Promise<R>;
  /**
   * The rows in portions of `size`, through a cursor: for more rows than should be held at once. Only inside a transaction. What the
   * transaction writes meanwhile does not change the rows.
   */
  portions: (db: Db, size: number, ...params: A extends Nothing ? [] : [A]) => AsyncGenerator<R[]>;
};
/** The row type of a declared statement: `type Walk = Row<typeof findWalks>`. */
export type Row<F> = F extends Statement<never, infer R> ? R : never;

/** Runs a statement whose rows are not used. */
export type Command<A extends object> = (db: Db, ...params: A extends Nothing ? [] : [A]) => Promise<void>;

declare const nothing: unique symbol;
/** The parameters of statements that have none. */
type Nothing = { [nothing]?: never };

/** Used by the test of all statements. `shape` is null for commands. */
export type Declared = { shape: RowShape | null; build: (params: never) => SQL; examples: readonly object[] };
export const declaredStatements: Declared[] = [];

/**
 * Declares a statement at module level.
 * @param examples parameters for the test; needed if the SQL text depends on them or if `build` needs values other than texts, one for
 * each variant
 * @example const findLines = statement({ id: taskLines.id, open: cell.integer }, ({ taskId }: { taskId: string }) => sql`select id,
 * ordered - picked as open …`);
 */
export function statement<S extends RowShape>(shape: S, build: () => SQL): Statement<Nothing, RowOf<S>>;
export function statement<S extends RowShape, A extends object>(
  shape: S,
  build: (params: A) => SQL,
  examples?: readonly NoInfer<A>[],
): Statement<A, RowOf<S>>;
export function statement<S extends RowShape>(
  shape: S,
  build: (params: object) => SQL,
  examples: readonly object[] = [],
): Statement<object, RowOf<S>> {
  declaredStatements.push({ shape, build, examples });
  const read = rowReader(shape);
  const all = async (db: Db, params: object = {}): Promise<RowOf<S>[]> => read(await db.execute(build(params)));
  const first = async (db: Db, params: object = {}): Promise<RowOf<S> | null> => (await all(db, params))[0] ?? null;
  const one = async (db: Db, params: object = {}): Promise<RowOf<S>> => {
    const row = await first(db, params);
    if (row === null) throw new Error(`No row with ${Object.keys(shape).join(', ')}`);
    return row;
  };
  const portions = async function* (db: Db, size: number, params: object = {}): AsyncGenerator<RowOf<S>[]> {
    cursors += 1;
    const name = sql.raw(`kontor_cursor_${cursors}`);
    await db.execute(sql`declare ${name} no scroll cursor for ${build(params)}`);
    let rows: RowOf<S>[];
    do {
      rows = read(await db.execute(sql`fetch ${sql.raw(String(size))} from ${name}`));
      if (rows.length > 0) yield rows;
    } while (rows.length === size);
    await db.execute(sql`close ${name}`);
  };
  return Object.assign(all, { first, one, portions });
}
/** Cursors of one transaction need names of their own. */
let cursors = 0;

/**
 * Declares a statement that is run for its effect: `update … where id = …`, a lock, a function call. The test checks its text as well.
 * @param examples as for `statement`
 */
export function command(build: () => SQL): Command<Nothing>;
export function command<A extends object>(build: (params: A) => SQL, examples?: readonly NoInfer<A>[]): Command<A>;
export function command(build: (params: object) => SQL, examples: readonly object[] = []): Command<object> {
  declaredStatements.push({ shape: null, build, examples });
  return async (db: Db, params: object = {}): Promise<void> => {
    await db.execute(build(params));
  };
}

/** The columns of a shape with a table alias. `*` would include columns that exist only in the database, such as the search column. */
export const columnsOver = (alias: string, shape: RowShape): SQL =>
  sql.raw(
    Object.keys(shape)
      .map((key) => `${alias}.${columnName(key)}`)
      .join(', '),
  );

type Reader = { key: string; column: string; nullable: boolean; decode: ((value: unknown) => unknown) | null };

/** Types already parsed by the driver, which drizzle's column would parse again. */
const PARSED_BY_DRIVER = ['PgJson', 'PgJsonb', 'PgInteger', 'PgArray'];

function readerOf(key: string, part: Part): Reader {
  const column = columnName(key);
  if ('optional' in part) return { ...readerOf(key, part.optional), nullable: true };
  if ('required' in part) return { ...readerOf(key, part.required), nullable: false };
  if (!is(part, Column)) return { key, column, nullable: part.nullable, decode: part.decode ?? null };
  const plain = part.mapFromDriverValue === Column.prototype.mapFromDriverValue || PARSED_BY_DRIVER.includes(part.columnType);
  return { key, column, nullable: !part.notNull, decode: plain ? null : (value) => part.mapFromDriverValue(value) };
}

/** Creates a reader for the driver's rows. A null that the shape excludes is an error. */
function rowReader<S extends RowShape>(shape: S): (result: unknown) => RowOf<S>[] {
  const readers = Object.entries(shape).map(([key, part]) => readerOf(key, part));
  return (result) => (result as { rows: Record<string, unknown>[] }).rows.map((raw) => readRow(readers, raw) as RowOf<S>);
}

function readRow(readers: Reader[], raw: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { key, column, nullable, decode } of readers) {
    const value = raw[column] ?? raw[key] ?? null;
    if (value === null && !nullable) throw new Error(`The result column ${key} is null, and its declaration excludes that`);
    row[key] = value === null || decode === null ? value : decode(value);
  }
  return row;
}

const plain = <T>(type: string): Cell<T> => ({ type, nullable: false });

/** Cells for expressions: computed values, casts, aggregates. */
export const cell = {
  text: plain<string>('text'),
  uuid: plain<string>('uuid'),
  boolean: plain<boolean>('boolean'),
  integer: plain<number>('integer'),
  /** For `count(*)` and sums of integers, which the driver returns as text. Values above 2^53 lose digits. */
  bigint: { type: 'bigint', nullable: false, decode: Number } satisfies Cell<number>,
  /** For sums of bigints, which the driver returns as text. */
  numeric: { type: 'numeric', nullable: false, decode: Number } satisfies Cell<number>,
  double: plain<number>('double precision'),
  /** YYYY-MM-DD */
  date: plain<string>('date'),
  /** ISO UTC, milliseconds */
  instant: { type: 'timestamp with time zone', nullable: false, decode: (value: unknown) => iso(String(value), 3) } satisfies Cell<string>,
  texts: plain<string[]>('text[]'),
  /** Texts from a fixed list, which a check of the table enforces. */
  textsOf: <const T extends string>(words: readonly T[]): Cell<T[]> => ({
    ...plain<T[]>('text[]'),
    decode: (value) => (Array.isArray(value) ? value : []).flatMap((one) => words.find((word) => word === one) ?? []),
  }),
  uuids: plain<string[]>('uuid[]'),
  /** The result of `json_build_object`. `T` is not checked. */
  json: <T>(): Cell<T> => plain<T>('json'),
  jsonb: <T>(): Cell<T> => plain<T>('jsonb'),
  /** A text from a fixed list. */
  oneOf: <const T extends string>(words: readonly T[]): Cell<T> => ({
    type: 'text',
    nullable: false,
    decode: (value) => {
      const word = words.find((one) => one === value);
      if (word === undefined) throw new Error(`${String(value)} is none of ${words.join(', ')}`);
      return word;
    },
  }),
};

/** The same result column, but nullable: an expression, or a table column after an outer join. */
export function orNull<C extends Column>(part: C): Optional<C>;
export function orNull<T>(part: Cell<T>): Cell<T | null>;
export function orNull(part: Column | Cell<unknown>): Part {
  return is(part, Column) ? { optional: part } : { ...part, nullable: true };
}

/** A table column that is never null in this result because of a condition in the statement. */
export const notNull = <C extends Column>(column: C): Required<C> => ({ required: column });
