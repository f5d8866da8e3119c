import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { MODULES_FOLDER } from '../../core/paths.ts';

/** A rule and the number of rows that violate it; must be 0. */
export type Invariant = { rule: string; broken: number };

/** Statement timeout of the full proof. */
const LIMIT = '1h';

/** Checks ledger, balances, reservations, parcels, picklists and timelines over all rows, in one read-only snapshot. */
export async function readInvariants(pool: pg.Pool): Promise<Invariant[]> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local statement_timeout = '${LIMIT}'`);
    const { rows } = await client.query<Invariant>(await readFile(join(MODULES_FOLDER, 'stock/invariants.sql'), 'utf8'));
    return rows;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
