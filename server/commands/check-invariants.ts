import { parseArgs } from 'node:util';
import type pg from 'pg';
import { createPool } from '../core/db/client.ts';
import { readInvariants } from '../modules/stock/invariants.ts';
import { recordFullProof } from '../modules/stock/proof.ts';
import { CommandError } from './command.ts';

/**
 * Checks the invariants and stores the result for the application. `--db <url>` checks another database, for example a restored one,
 * read-only.
 */
export async function checkInvariants(own: pg.Pool, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { db: { type: 'string' } } });
  const pool = values.db ? createPool(values.db, { max: 1 }, () => undefined) : own;
  try {
    const rules = pool === own ? await recordFullProof(own) : await readInvariants(pool);
    for (const { rule, broken } of rules) process.stdout.write(`${broken === 0 ? 'holds ' : `BROKEN by ${broken} rows `} ${rule}\n`);
    const broken = rules.filter((rule) => rule.broken > 0).length;
    if (broken > 0) throw new CommandError(`${broken} of ${rules.length} rules do not hold.`);
  } finally {
    if (pool !== own) await pool.end();
  }
}
