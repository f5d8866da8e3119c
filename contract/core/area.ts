import { z } from 'zod';
import { Id, Instant, Version } from './fields.ts';

/** Columns that every listed row has. `sortAt` is a microsecond instant, unique in its table and set once: the list cursor. */
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

/** What may be done to the rows of an area; a privilege is `<area>.<action>`. */
export const ACTIONS = ['read', 'create', 'update', 'delete', 'recover', 'purge', 'import', 'export'] as const;
export type Action = (typeof ACTIONS)[number];

export type Shape = Record<string, z.ZodType>;

export type Area<S extends Shape = Shape> = {
  /** Plural; `/v0/<name>` lists and creates, `/v0/<name>/:id` is one row. Its folder has the same name in kebab-case. */
  name: string;
  /** What leaves the server, the base columns included. */
  row: z.ZodObject<S & typeof rowBase>;
  /** What a client may write; everything else is refused. */
  write: z.ZodObject<Shape>;
  /** Text columns that `q` looks into. */
  search: string[];
  /** Columns that name a row to people, joined by a middle dot. */
  title: string[];
  /** The column that says whose row it is. Absent: the area belongs to the house, and outside users read none of its rows. */
  merchant?: string;
  /** The column that names the carrier who may see a row too; without it a carrier sees none of a merchant's rows. */
  carrier?: string;
  /** A row without a merchant is visible to all of them (shared items). */
  sharedWhenNull?: boolean;
  /** The rows belong to nobody in particular: whoever holds the read privilege reads all of them, outside users too. */
  shared?: boolean;
  /** Its titles name people, goods or places: whoever reads a row that points to one of its rows reads the title, also without the read privilege. */
  named?: boolean;
  /** Calls that the engine does not serve, because the area has its own or nobody may. */
  without?: Action[];
  /** True where rows are kept by law or proof: no permanent delete. */
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
