import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { INVARIANTS_SQL } from '../paths.ts';

/** A rule of the house and how many rows break it; always 0. */
export type Invariant = { rule: string; broken: number };

/** Compares ledger, balances, reservations, boxes, lists and timelines in one read-only snapshot. */
export async function readInvariants(pool: pg.Pool): Promise<Invariant[]> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<Invariant>(await readFile(INVARIANTS_SQL, 'utf8'));
    return rows;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
