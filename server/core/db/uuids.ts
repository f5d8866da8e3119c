import { type SQL, sql } from 'drizzle-orm';

/** Distinct ids as one PostgreSQL array: `where id = any(${uuids(ids)})` is one prepared statement for any number of ids. */
export const uuids = (ids: Iterable<string>): SQL => sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`;
