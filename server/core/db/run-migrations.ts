import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

/**
 * Runs the migrations of a folder that did not run yet, all or none, and notes them where drizzle's own migrator does. It sends a file at once:
 * drizzle sends each of its statements, between which the database waits for this process.
 */
export async function runMigrations(client: pg.ClientBase, folder: string): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query<{ newest: number | null }>(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  );
  const newest = rows[0]?.newest ?? -1;
  await client.query('begin');
  try {
    for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
      if (folderMillis <= newest) continue;
      // A statement may end in a comment, which ends with its line.
      await client.query(sql.join('\n;\n'));
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
