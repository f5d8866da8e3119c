import { getTableName } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';
import type { ServerArea } from '../../server/core/http/area.ts';

type Column = { name: string; type: string };

const VALUES: Record<string, (n: number) => unknown> = {
  uuid: () => crypto.randomUUID(),
  text: (n) => `any ${n}`,
  jsonb: () => '{}',
  boolean: () => false,
  // Each row has a day of its own: some areas have one row for a day.
  date: (n) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10),
  'timestamp with time zone': () => '2026-01-01',
  ARRAY: () => '{}',
};

/** A connection on which nothing is checked between rows, while audit and events are written as ever: for rows that no call would make. */
export async function unchecked<T>(pool: Pool, areas: Iterable<ServerArea>, run: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    for (const { table, view } of areas) {
      if (view) continue;
      const { rows } = await client.query<{ name: string }>(
        `select conname as name from pg_constraint where contype = 'c' and conrelid = '"${getTableName(table)}"'::regclass`,
      );
      for (const { name } of rows) await client.query(`alter table "${getTableName(table)}" drop constraint "${name}"`);
      const triggers = await client.query<{ name: string }>(
        `select tgname as name from pg_trigger where tgrelid = '"${getTableName(table)}"'::regclass and (tgname = 'a_before' or tgname like 'z\\_after%')`,
      );
      for (const { name } of triggers.rows) await client.query(`alter table "${getTableName(table)}" enable always trigger ${name}`);
    }
    await client.query('alter table live_event enable always trigger wake; set session_replication_role = replica');
    return await run(client);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

let made = 0;

/** A row of any area: what must have a value gets one of its type. Answers its id. */
export async function anyRow(client: PoolClient, entry: ServerArea, over: Record<string, unknown> = {}): Promise<string> {
  const table = getTableName(entry.table);
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = $1
      and is_generated = 'NEVER' and is_nullable = 'NO' and column_default is null`,
    [table],
  );
  made += 1;
  const values: Record<string, unknown> = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, (VALUES[type] ?? ((n: number) => n))(made)])),
    ...over,
  };
  const names = Object.keys(values);
  const inserted = await client.query<{ id: string }>(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(values),
  );
  return inserted.rows[0]?.id ?? '';
}
