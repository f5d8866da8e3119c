import type { Pool, PoolClient } from 'pg';
import type { Statement } from '../support/statements.ts';

const ENDS = /^\s*(begin|start|commit|rollback|savepoint|release|set )/i;

/** A connection that is new reads the catalogue, and a function plans its statements anew for its first five runs. */
const ROUNDS = 7;

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };

/**
 * Pages of 8 kB that statements touch, in memory or on the disk: each is run again by EXPLAIN in one transaction that is rolled back. What
 * triggers touch after a statement is not in it, unless the statement is a function's. `prepare` makes room for writes that were done already.
 */
export async function pagesRead(pool: Pool, statements: readonly Statement[], prepare: readonly Statement[] = []): Promise<number> {
  const client = await pool.connect();
  try {
    let pages = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await client.query('begin');
      for (const { text, values } of prepare) await client.query(text, values);
      pages = await explained(client, statements);
      await client.query('rollback');
    }
    return pages;
  } finally {
    client.release();
  }
}

async function explained(client: PoolClient, statements: readonly Statement[]): Promise<number> {
  let pages = 0;
  for (const { text, values } of statements) {
    if (ENDS.test(text)) continue;
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, buffers, format json) ${text}`, values);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  }
  return pages;
}
