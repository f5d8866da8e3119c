import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Area, rowBase, Shape } from '#contract/core/area';
import type { FieldError } from '#contract/core/envelope';
import type { Locale } from '#contract/core/limits';
import type { Mask, Text } from '#contract/core/mask';
import type { Filter } from '#contract/core/query';
import type { Fact } from '#contract/core/related';
import type { Db } from '../db/client.ts';
import type { Actor } from './actor.ts';
import type { AppContext } from './context.ts';

export type Values = Record<string, unknown>;
export type AreaTable = PgTable & Record<string, unknown>;

/** How an import books records that span several rows of a file, such as an order with its lines. */
export type RecordImport = {
  /** The field that identifies a record. Rows with the same text belong to one record. */
  by: string;
  /**
   * Creates or finds the record within the caller's savepoint. @throws DomainError InvalidInput; a fault of a line has its path
   * (`lines.3.sku`)
   */
  book: (input: { tx: Db; actor: Actor; head: Values; lines: Values[] }) => Promise<{ id: string; created: boolean }>;
  /** Reverts what `book` created. Returns the rule that forbids it, or null on success. */
  takeBack: (input: { tx: Db; actor: Actor; id: string }) => Promise<string | null>;
  /** Runs once after everything is saved. */
  afterwards: (context: AppContext) => Promise<void>;
};

/** Performs or refuses a write of one row. `id` is null while the row is being created. */
export type RowGuard = (input: { tx: Db; actor: Actor; id: string | null }, write: () => Promise<Values>) => Promise<Values>;

/** Most ids that a related list is filtered by, so that its filter fits an address. */
export const RELATED_IDS = 50;

/** A list on a record's page: rows of another area whose field `by` refers to the record. */
export type RelatedRows = {
  area: string;
  by: string;
  /** The field of this record whose value the rows have. Default: the id. Without a value there is no list. */
  from?: string;
  /** The values that the rows have, where no field of this record names them: at most `RELATED_IDS`. */
  ids?: (input: { tx: Db; actor: Actor; row: Values }) => Promise<string[]>;
  columns: readonly string[];
  /** Rows that are shown. Default: 5. */
  limit?: number;
  /** Default: `<area>.title`. */
  title?: Text;
  /** Only if two lists have the same area and field. */
  key?: string;
  where?: readonly Filter[];
  sort?: string;
  /** A list of few, narrow columns: it stands beside the others. */
  side?: boolean;
  /** Looked for first: it stands above the parts of the page. */
  lead?: boolean;
  /** Repeats what the record says above: its rows are shown when it is opened. */
  folded?: boolean;
  /** Not for users of merchants and carriers. */
  audience?: 'house';
};

/** What the engine needs to serve an area: its declaration, table, masks and special rules. */
export type ServerArea = {
  area: Area<Shape>;
  table: AreaTable;
  masks: Mask[];
  /**
   * Read-only area without a table of its own: the statement of its view, whose rows are rows of the area `of` with further columns. The
   * view reads with the rights of the caller, so that the policies of the tables hold.
   */
  view?: { select: string; of: string };
  /** Columns that are never written to the audit log in plain text. */
  secret?: string[];
  /** Columns derived from other rows. Changes are sent to open screens but not audited. `*` means the whole row. */
  computed?: string[];
  /** Append-only: the database refuses updates and deletes, and the rows are their own history. */
  journal?: boolean;
  /** Age in days from which rows of a journal may be deleted, by the column `at`. Default: never. */
  keptDays?: number;
  /**
   * Stored sums, for areas that grow without limit: a relation with the columns `by`, `fields` and `deleted_at` whose sums equal those of
   * the table. It is used for totals of these fields if only columns in `by` are filtered.
   */
  sums?: { fields: readonly string[]; by: readonly string[]; from: (db: Db) => Promise<SQL> };
  /** Other unique keys are indexes of the table. These keys are released when a row is soft-deleted (P44). */
  unique?: string[][];
  /** The field that gets the next number of its series if it is empty. */
  number?: { field: string; prefix: string };
  /**
   * Rows belong to the user in `by`. Others see them where `visible` is true (over the alias `t`), and cannot change them without the
   * privilege `all`.
   */
  owned?: {
    by: string;
    visible: SQL | ((actor: Actor) => SQL);
    all?: string /** Not even admins read rows of others. */;
    personal?: boolean;
  };
  /** Fields that outside users never get: null in their rows, and unknown in filters, sort, sums and history. They are nullable. */
  houseFields?: readonly string[];
  /** What outside users read in place of a column, over the alias `x`: in their rows, filters, sort and sums. */
  outsideValues?: Readonly<Record<string, SQL>>;
  /** The rows of this area that belong to the reader (over the alias `t`), for filters with the value `$me` of fields that refer to it. */
  mine?: (actor: Actor) => SQL;
  /** Wraps every write of a row: create, update, delete, recover, purge, import and its revert. */
  guard?: RowGuard;
  /**
   * Who may read a row (over the alias `t`), if columns cannot express it: instead of or in addition to the rules for merchant and
   * carrier.
   */
  readers?: { instead: boolean; where: (actor: Actor, areas: Areas) => SQL | null };
  /**
   * Another table that refers to files of a row, besides the area's own file fields (http/file-scope.ts): its name, the column with the
   * row, and the file id as SQL. `internal`: SQL that is true where people outside the house may not read the file, although they may read
   * the row.
   */
  fileUses?: { table: string; row: string; file: string; internal?: string };
  /** Checks across fields, and checks that need the database. Runs in the transaction before the write. */
  check?: (input: { tx: Db; actor: Actor; values: Values; current: Values | null }) => Promise<FieldError[]> | FieldError[];
  /** Changes the values before they are written (a hash, a derived field). */
  beforeSave?: (input: { tx: Db; actor: Actor; values: Values; current: Values | null }) => Promise<Values> | Values;
  /**
   * Texts that Kontor wrote into a field itself, in English, and their words in other languages: in rows, titles and the search, until
   * somebody changes the text. Filters and sort use what is stored.
   */
  words?: Readonly<Record<string, Readonly<Partial<Record<Locale, Readonly<Record<string, string>>>>>>>;
  /** Columns of a read row in the words of the reader's language. Search, filters and the audit log use what is stored. */
  worded?: (row: Values, locale: Locale) => Values;
  /** Fields that `worded` reads besides the one it changes: they are read also where only some columns are asked for. */
  wordedFrom?: readonly string[];
  /** Runs after the write in the same transaction. */
  afterSave?: (input: { tx: Db; actor: Actor; row: Values; current: Values | null }) => Promise<void>;
  /** Runs in the transaction after a row was soft-deleted. @throws DomainError to refuse it */
  onDelete?: (input: { tx: Db; actor: Actor; id: string }) => Promise<void>;
  /** Runs in the transaction that recovers a row, to recover dependent rows. */
  afterRecover?: (input: { tx: Db; actor: Actor; id: string }) => Promise<void>;
  /** Runs in the transaction before a purge, to delete dependent rows. */
  beforePurge?: (input: { tx: Db; actor: Actor; id: string }) => Promise<void>;
  /** If missing, each row of an imported file is one record, written as by a form. */
  records?: RecordImport;
  /** Lists that a record's page shows, in order. */
  related?: readonly RelatedRows[];
  /** Figures of a record's page that are not fields of the row, at most five beside those of a section. The row is in the actor's scope. */
  facts?: (input: { tx: Db; actor: Actor; areas: Areas; row: Values }) => Promise<Fact[]>;
  /** The scopes that open the calls of the engine to programs (http/program.ts), by action. Without one a call is closed to them. */
  scopes?: Partial<Record<'read' | 'create' | 'update', string>>;
  /** Additional routes of the area. */
  routes?: (app: FastifyInstance, context: AppContext) => void;
};

/** The columns of any row, for code that does not know the area at compile time. */
type BaseRow = z.infer<z.ZodObject<typeof rowBase>>;
/** A row of an area as the engine reads it: the fields of the contract, and the title of each referenced row. */
export type AreaRow<A extends Area<Shape>> = BaseRow &
  z.infer<A['row']> & { [K in keyof A['row']['shape'] & string as `${K}Label`]?: string | null };
/** Validated values of a write. Contains only the fields that were sent. */
export type Written<A extends Area<Shape>> = Partial<AreaRow<A>>;
export type Saving<A extends Area<Shape>> = { tx: Db; actor: Actor; values: Written<A>; current: AreaRow<A> | null };

export type Saved<A extends Area<Shape>> = { tx: Db; actor: Actor; row: AreaRow<A>; current: AreaRow<A> | null };

/** The hooks of an area, typed with the rows of that area. */
type Hooks<A extends Area<Shape>> = {
  check?: (input: Saving<A>) => Promise<FieldError[]> | FieldError[];
  beforeSave?: (input: Saving<A>) => Promise<Values> | Values;
  afterSave?: (input: Saved<A>) => Promise<void>;
  facts?: (input: { tx: Db; actor: Actor; areas: Areas; row: AreaRow<A> }) => Promise<Fact[]>;
};
type Declaration<S extends Shape> = Omit<ServerArea, 'area' | 'table' | keyof Hooks<Area<S>>> &
  Hooks<Area<S>> & { area: Area<S>; table: PgTable };

export const defineServerArea = <S extends Shape>(declaration: Declaration<S>): ServerArea => declaration as unknown as ServerArea;

/** The areas by name. */
export type Areas = ReadonlyMap<string, ServerArea>;

/** Types a row that the engine read for this area (`selectRows`, `getRow`, `createRow`). */
export const areaRow = <A extends Area<Shape>>(_area: A, values: Values): AreaRow<A> => values as AreaRow<A>;

/** Converts a contract key to its column name in snake_case. */
export const columnName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const contractKey = (column: string): string => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
