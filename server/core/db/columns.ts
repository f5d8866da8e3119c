import { sql } from 'drizzle-orm';
import { customType, integer, uuid } from 'drizzle-orm/pg-core';

/** PostgreSQL's text of an instant as ISO UTC with so many digits of a second. */
export const iso = (value: string, digits: number): string => {
  const [, stamp = '', fraction = ''] = /^(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)(?:\.(\d+))?/.exec(value) ?? [];
  return `${stamp.replace(' ', 'T')}.${fraction.padEnd(digits, '0').slice(0, digits)}Z`;
};

/** An instant as ISO UTC text; a JavaScript Date would be a second format of the same thing. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: (value) => iso(value, 3),
});
/** The list cursor keeps its microseconds, which a Date would cut off. */
export const micros = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(6)',
  fromDriver: (value) => iso(value, 6),
});

/** Columns of every listed table. `sort_at` and `version` are set by triggers (derived.sql), so raw SQL obeys them too. */
export const baseColumns = {
  id: uuid().primaryKey().default(sql`kontor_uuid7()`),
  version: integer().notNull().default(1),
  sortAt: micros().notNull().default(sql`'-infinity'`),
  createdAt: instant().notNull().default(sql`now()`),
  createdBy: uuid(),
  updatedAt: instant().notNull().default(sql`now()`),
  updatedBy: uuid(),
  deletedAt: instant(),
};

/** Words of a fixed list as SQL literals: the condition of a partial index holds no parameters, and a query has to repeat it word for word. */
export const literals = (words: readonly string[]): string => words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ');
