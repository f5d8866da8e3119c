import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Area, rowBase, Shape } from '#contract/core/area';
import type { FieldError } from '#contract/core/envelope';
import type { Mask } from '#contract/core/mask';
import type { Db } from '../db/client.ts';
import type { Actor } from './actor.ts';
import type { AppContext } from './context.ts';

export type Values = Record<string, unknown>;
export type AreaTable = PgTable & Record<string, unknown>;

/** How the import books records that take several rows of a file each, such as an order with its lines. */
export type RecordImport = {
  /** The field that names a record: rows that share its text are one. */
  by: string;
  /** Makes the record in the caller's savepoint, or finds it there. @throws DomainError InvalidInput; a fault of a line names it (`lines.3.sku`) */
  book: (input: { tx: Db; actor: Actor; head: Values; lines: Values[] }) => Promise<{ id: string; created: boolean }>;
  /** Takes back what `book` made. Answers the rule that forbids it, null where it is done. */
  takeBack: (input: { tx: Db; actor: Actor; id: string }) => Promise<string | null>;
  /** What follows once all is saved. */
  afterwards: (context: AppContext) => Promise<void>;
};

/** Runs a write of one row, or refuses it. `id` is null where the row is being made; the written row names it. */
export type RowGuard = (input: { tx: Db; actor: Actor; id: string | null }, write: () => Promise<Values>) => Promise<Values>;

/** What the engine needs to serve an area: its declaration, its table, its masks, and only what is special about it. */
export type ServerArea = {
  area: Area<Shape>;
  table: AreaTable;
  masks: Mask[];
  /** Columns that never reach the audit log in the clear. */
  secret?: string[];
  /** Columns that follow from other rows: their change is told to open screens, not audited. `*` is the whole row. */
  computed?: string[];
  /** Append-only: the database refuses change and removal, and the rows are their own history. */
  journal?: boolean;
  /** Days after which rows of a journal may be removed, by their column `at`; without it never. */
  keptDays?: number;
  /**
   * Sums kept beside the rows, for areas that grow for ever: a relation of the columns `by`, `fields` and `deleted_at` whose sums are those of the
   * table. It answers totals of these fields where nothing but `by` is filtered.
   */
  sums?: { fields: readonly string[]; by: readonly string[]; from: (db: Db) => Promise<SQL> };
  /** Further unique keys are indexes of the table; this one makes soft-deleted rows free their key (P44). */
  unique?: string[][];
  /** The field that gets the next number of its series when it is left empty. */
  number?: { field: string; prefix: string };
  /** Rows belong to the person in `by`; others see them where `visible` holds (over the alias `t`), and never change them, but for those with the privilege `all`. */
  owned?: {
    by: string;
    visible: SQL | ((actor: Actor) => SQL);
    all?: string /** Not even admins read rows of others. */;
    personal?: boolean;
  };
  /** Surrounds every write of a row: create, update, delete, recover, permanent delete, import and its revert. */
  guard?: RowGuard;
  /** Who reads a row, over the alias `t`, where columns cannot say it: instead of what follows from merchant and carrier, or beside it. */
  readers?: { instead: boolean; where: (actor: Actor, areas: Areas) => SQL | null };
  /** Another table that names files of a row, beside the area's own file fields (http/file-scope.ts): its name, its column of the row, and the file id as SQL. */
  fileUses?: { table: string; row: string; file: string };
  /** Rules between fields, and those that need the database. Runs inside the transaction, before the write. */
  check?: (input: { tx: Db; actor: Actor; values: Values; current: Values | null }) => Promise<FieldError[]> | FieldError[];
  /** Last change to the values before they are written (a hash, a derived field). */
  beforeSave?: (input: { tx: Db; actor: Actor; values: Values; current: Values | null }) => Promise<Values> | Values;
  /** Follow-up inside the same transaction. */
  afterSave?: (input: { tx: Db; actor: Actor; row: Values; current: Values | null }) => Promise<void>;
  /** What a soft delete asks for. Runs inside the transaction, after the row was marked. @throws DomainError to refuse it */
  onDelete?: (input: { tx: Db; actor: Actor; id: string }) => Promise<void>;
  /** What comes back to life with a row. Runs inside the transaction that recovers it. */
  afterRecover?: (input: { tx: Db; actor: Actor; id: string }) => Promise<void>;
  /** What hangs on a row and goes with it. Runs inside the transaction, before the permanent delete. */
  beforePurge?: (input: { tx: Db; actor: Actor; id: string }) => Promise<void>;
  /** Absent: each row of an imported file is a record, written as a form would. */
  records?: RecordImport;
  /** Calls beyond the generic ones. */
  routes?: (app: FastifyInstance, context: AppContext) => void;
};

/** What a row of any area holds, also where the area is not known before the program runs. */
type BaseRow = z.infer<z.ZodObject<typeof rowBase>>;
/** A row of an area as the engine reads it: the contract's fields, and the title of each row that it points to. */
export type AreaRow<A extends Area<Shape>> = BaseRow &
  z.infer<A['row']> & { [K in keyof A['row']['shape'] & string as `${K}Label`]?: string | null };
/** What is written of a row: validated, and only what the call names. */
export type Written<A extends Area<Shape>> = Partial<AreaRow<A>>;
export type Saving<A extends Area<Shape>> = { tx: Db; actor: Actor; values: Written<A>; current: AreaRow<A> | null };

export type Saved<A extends Area<Shape>> = { tx: Db; actor: Actor; row: AreaRow<A>; current: AreaRow<A> | null };

/** The rows that the engine gives to the hooks of an area are of the area's own type. */
type Hooks<A extends Area<Shape>> = {
  check?: (input: Saving<A>) => Promise<FieldError[]> | FieldError[];
  beforeSave?: (input: Saving<A>) => Promise<Values> | Values;
  afterSave?: (input: Saved<A>) => Promise<void>;
};
type Declaration<S extends Shape> = Omit<ServerArea, 'area' | 'table' | keyof Hooks<Area<S>>> &
  Hooks<Area<S>> & { area: Area<S>; table: PgTable };

export const defineServerArea = <S extends Shape>(declaration: Declaration<S>): ServerArea => declaration as unknown as ServerArea;

/** The areas by name. */
export type Areas = ReadonlyMap<string, ServerArea>;

/** Rows that the engine read of this area, which hold the fields of its contract (`selectRows`, `getRow`, `createRow`). */
export const areaRow = <A extends Area<Shape>>(_area: A, values: Values): AreaRow<A> => values as AreaRow<A>;

/** snake_case of a contract key: the name of its column. */
export const columnName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const contractKey = (column: string): string => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
