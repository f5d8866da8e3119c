import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/http/context.ts';
import { makeCheckpoints } from './checkpoint.ts';
import { type Invariant, readInvariants } from './invariants.ts';
import { readQuickInvariants } from './quick-proof.ts';
import { stockProofs } from './tables.ts';

const Rules = z.array(z.object({ rule: z.string(), broken: z.int() }));
/** `full`: time of the last full proof; null before the first. Its violated rules stay in `rules` until the next one. */
export const Proof = z.object({
  at: z.string(),
  broken: z.int(),
  rules: Rules,
  full: z.object({ at: z.string(), broken: z.int() }).nullable(),
});
export type Proof = z.infer<typeof Proof>;

/** Days for which results of full proofs are kept. */
const KEPT_DAYS = 400;
const sum = (rules: readonly Invariant[]): number => rules.reduce((all, { broken }) => all + broken, 0);

const findFullProof = statement(
  { at: stockProofs.at, rules: stockProofs.rules },
  () => sql`select at, rules from stock_proofs order by at desc limit 1`,
);
const findRecentProof = statement(
  { at: stockProofs.at },
  () => sql`select at from stock_proofs where at > now() - interval '26 hours' limit 1`,
);

async function lastFullProof(db: Db): Promise<{ at: string; rules: Invariant[] } | null> {
  return findFullProof.first(db);
}

/** Result of the quick proof, and of the last full proof for rules that the quick one does not check. */
export async function readProof(db: Db): Promise<Proof> {
  const quick = await readQuickInvariants(db);
  const full = await lastFullProof(db);
  const found = new Set(quick.filter(({ broken }) => broken > 0).map(({ rule }) => rule));
  const further = full?.rules.filter(({ rule, broken }) => broken > 0 && !found.has(rule)) ?? [];
  const names = new Set(further.map(({ rule }) => rule));
  const rules = [...quick.filter(({ rule }) => !names.has(rule)), ...further];
  return { at: new Date().toISOString(), broken: sum(rules), rules, full: full && { at: full.at, broken: sum(full.rules) } };
}

/** Runs the full proof and stores its result, which the application shows. */
export async function recordFullProof(pool: pg.Pool): Promise<Invariant[]> {
  const rules = await readInvariants(pool);
  await pool.query('insert into stock_proofs (at, broken, rules) values (clock_timestamp(), $1, $2)', [sum(rules), JSON.stringify(rules)]);
  await pool.query('delete from stock_proofs where at < now() - make_interval(days => $1)', [KEPT_DAYS]);
  return rules;
}

/** Jobs: makes checkpoints, and runs the full proof every night (or at the next start if no server ran at night). */
export function stockJobs({ db, pool, jobs, log }: AppContext): void {
  jobs.define(
    'stock-proof',
    async () => {
      const rules = await recordFullProof(pool);
      if (sum(rules) > 0) log.error({ rules: rules.filter(({ broken }) => broken > 0) }, 'the full stock proof does not hold');
    },
    '41 2 * * *',
  );
  jobs.define(
    'stock-checkpoint',
    async () => {
      await makeCheckpoints(db);
      if (!(await findRecentProof.first(db))) await jobs.send('stock-proof', {});
    },
    '*/10 * * * *',
  );
}
