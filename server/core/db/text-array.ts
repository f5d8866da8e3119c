import { type SQL, sql } from 'drizzle-orm';

/** Texts as one PostgreSQL array, each a parameter of its own, because they may hold any character: `where key = any(${textArray(keys)})`. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;
