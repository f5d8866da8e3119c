import { sql } from 'drizzle-orm';
import { customType, integer, uuid } from 'drizzle-orm/pg-core';

/** Converts PostgreSQL's text of an instant to ISO UTC with this number of fractional digits. */
export const iso = (value: string, digits: number): string => {
  const [, stamp = '', fraction = ''] = /^(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)(?:\.(\d+))?/.exec(value) ?? [];
  return `${stamp.replace(' ', 'T')}.${fraction.padEnd(digits, '0').slice(0, digits)}Z`;
};

/** An instant as ISO UTC text. JavaScript Dates are not used, so that there is only one format. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: (value) => iso(value, 3),
});
/** An instant with microseconds for the list cursor. A Date would truncate them. */
export const micros = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(6)',
  fromDriver: (value) => iso(value, 6),
});

/** Columns of every listed table. Triggers (derived.sql) set `sort_at` and `version`, so raw SQL follows the same rules. */
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

/** Words as SQL literals. The condition of a partial index cannot have parameters, and a query must repeat it literally. */
export const literals = (words: readonly string[]): string => words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ');
