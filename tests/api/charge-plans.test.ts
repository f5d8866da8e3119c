import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceOf } from '../../server/modules/billing/meters/meters.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What PostgreSQL does to find facts and charges in large tables: a plan that reads too much is as right as a good one, and a hundred times slower. */

const DAYS = 5;
const PALLETS = 2_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sample: true });
});
afterAll(() => server.close());

async function undone<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function planOf(client: PoolClient, text: string, values: unknown[] = []): Promise<string> {
  const { rows } = await client.query(`explain ${text}`, values);
  return rows.map((row) => row['QUERY PLAN'] as string).join('\n');
}

/** So many pallets of one merchant on each of some days, of which each is a row of its own. */
const store = (client: PoolClient, table: string) =>
  client.query(
    `with place as (select c.id, w.storehouse_id from compartments c join warehouses w on w.id = c.warehouse_id order by c.id limit 1),
       unit as (insert into merged_units (code, kind, merchant_id, compartment_id)
         select '${table}-' || n, 'pallet', i.merchant_id, p.id from place p, (select merchant_id from items order by id limit 1) i, generate_series(1, $1::int) n returning id, merchant_id, compartment_id)
     insert into ${table} (day, storehouse_id, merchant_id, compartment_id, unit_id, item_id, qty, volume, weight, first_in)
       select date '2025-11-01' + d, p.storehouse_id, u.merchant_id, u.compartment_id, u.id, i.id, 1, 1, 1, date '2025-11-01'
       from unit u, place p, (select id from items order by id limit 1) i, generate_series(0, $2::int - 1) d`,
    [PALLETS, DAYS],
  );

describe('pallet-days of many pallets', () => {
  const { facts, recent, byId } = sourceOf('storage');
  /** As the collector asks: for the facts of some days, and for the fact behind each charge. */
  const QUERIES = {
    'new facts': facts(recent(sql.raw(`'2025-11-01'`)), 'palletDay'),
    'the fact of a charge': facts(byId(sql.raw(`'${crypto.randomUUID()}'`)), 'palletDay'),
  };
  const plans = (client: PoolClient): Promise<[string, string][]> =>
    Promise.all(
      Object.entries(QUERIES).map(async ([name, query]): Promise<[string, string]> => {
        const { sql: text, params } = new PgDialect({ casing: 'snake_case' }).sqlToQuery(query);
        return [name, await planOf(client, text, params)];
      }),
    );

  it.each(['storage_days', 'storage_peaks'])('are counted by the first row of each, which an index of %s finds', async (table) => {
    await undone(async (client) => {
      await store(client, table);
      await client.query(`analyze ${table}`);
      const found = new RegExp(
        `using ${table}_pallet on ${table} e\\S*\\s.*\\n\\s*Index Cond: .*COALESCE\\(unit_id, compartment_id\\) = COALESCE.*\\(id < `,
      );
      for (const [name, plan] of await plans(client)) expect(plan, name).toMatch(found);
    });
  });
});

describe('charges that refer to another record', () => {
  const id = crypto.randomUUID();
  it.each(['run_id', 'invoice_id', 'parcel_id', 'reverses_id'])(
    'are found by their %s, by an index without those that have none',
    async (column) => {
      await undone(async (client) => {
        await client.query('set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan');
        await client.query(`prepare one_${column}(uuid) as select from charges where ${column} = $1`);
        await client.query(`prepare many_${column}(uuid[]) as select from charges where ${column} = any($1)`);
        const texts = [
          `execute one_${column}('${id}')`,
          `execute many_${column}('{${id}}')`,
          `select from charges c where c.id = '${id}' and not exists (select from charges r where r.${column} = c.id)`,
        ];
        for (const text of texts)
          expect(await planOf(client, text), text).toMatch(new RegExp(`(?:using|on) charges_\\w+ .*\\n\\s*Index Cond: \\(${column} = `));
        const { rows } = await client.query<{ indexdef: string }>(
          `select indexdef from pg_indexes where tablename = 'charges' and indexdef like $1`,
          [`%(${column})%`],
        );
        expect(rows.map(({ indexdef }) => indexdef)).toEqual([expect.stringContaining(`WHERE (${column} IS NOT NULL)`)]);
      });
    },
  );
});
