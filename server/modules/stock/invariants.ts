import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { MODULES_FOLDER } from '../../core/paths.ts';

/** A rule of the house and how many rows break it; always 0. */
export type Invariant = { rule: string; broken: number };

/** How long the full proof of a large house may run. */
const LIMIT = '1h';

/** Compares ledger, balances, reservations, boxes, lists and timelines in one read-only snapshot: all rows that there are. */
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
