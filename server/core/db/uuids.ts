import { type SQL, sql } from 'drizzle-orm';

/** Ids as one PostgreSQL array, each once: `where id = any(${uuids(ids)})` is one prepared statement for any number of them. */
export const uuids = (ids: Iterable<string>): SQL => sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`;
