import { z } from 'zod';
import { Id, Instant, Version } from './fields.ts';

/** Columns of every listed row. `sortAt` is a microsecond instant, unique in its table and set once. It is the list cursor. */
export const rowBase = {
  id: Id,
  version: Version,
  sortAt: z.string(),
  createdAt: Instant,
  createdBy: Id.nullable(),
  updatedAt: Instant,
  updatedBy: Id.nullable(),
  deletedAt: Instant.nullable(),
};

/** Actions on the rows of an area. A privilege is `<area>.<action>`. */
export const ACTIONS = ['read', 'create', 'update', 'delete', 'recover', 'purge', 'import', 'export'] as const;
export type Action = (typeof ACTIONS)[number];

export type Shape = Record<string, z.ZodType>;

export type Area<S extends Shape = Shape> = {
  /** Plural; `/v0/<name>` lists and creates, `/v0/<name>/:id` is one row. Its folder has the same name in kebab-case. */
  name: string;
  /** The row as the server sends it, including the base columns. */
  row: z.ZodObject<S & typeof rowBase>;
  /** The fields a client may write. All others are refused. */
  write: z.ZodObject<Shape>;
  /** Text columns searched by `q`. */
  search: string[];
  /** Columns that form the title of a row, joined by a middle dot. */
  title: string[];
  /** The column with the merchant that owns the row. Without it the area belongs to the house, and outside users cannot read its rows. */
  merchant?: string;
  /** The column with the carrier that may also read a row. Without it carriers cannot read rows of a merchant. */
  carrier?: string;
  /** A row without a merchant is visible to all merchants (shared items). */
  sharedWhenNull?: boolean;
  /** The rows have no owner: everyone with the read privilege reads all of them, including outside users. */
  shared?: boolean;
  /**
   * Titles of this area name people, goods or places. Whoever reads a row that refers to one of its rows also gets the title, even
   * without the read privilege.
   */
  named?: boolean;
  /** Calls that the engine does not serve, because the area has its own or the action is not allowed. */
  without?: Action[];
  /** True if rows must be retained by law or as evidence. They cannot be purged. */
  retained?: boolean;
};

type Definition<S extends Shape> = Omit<Area<S>, 'row' | 'write' | 'search' | 'title' | 'merchant' | 'carrier'> & {
  fields: S;
  /** Fields that only the server sets. */
  serverSet?: (keyof S & string)[];
  search: (keyof S & string)[];
  title: (keyof S & string)[];
  merchant?: (keyof S & string) | 'id';
  carrier?: keyof S & string;
};

/**
 * Declares an area once: server table, calls, lists, masks, import, export and search are derived from it.
 * @example defineArea({ name: 'tax', fields: { code: Line(20, 1), rate: z.int() }, search: ['code'], title: ['code'] })
 */
export function defineArea<S extends Shape>({ fields, serverSet = [], ...rest }: Definition<S>): Area<S> {
  const writable = Object.fromEntries(Object.entries(fields).filter(([key]) => !serverSet.includes(key)));
  return { ...rest, row: z.object({ ...rowBase, ...fields }), write: z.strictObject(writable) };
}
