import { sql } from 'drizzle-orm';
import { match, usedBy } from '#contract/bank/match';
import type { Pool } from '#contract/bank/match-pool';
import type { Proposal } from '#contract/bank/proposal';
import type { Db } from '../../core/db/client.ts';
import { columnsOver, statement } from '../../core/db/statement.ts';
import { ENTRY_COLUMNS, saveProposals } from './entry-state.ts';
import { readPool } from './pool.ts';

const findUndecided = statement(
  ENTRY_COLUMNS,
  ({ bankAccount }: { bankAccount: string }) =>
    sql`select ${columnsOver('e', ENTRY_COLUMNS)} from bank_entries e where bank_account_id = ${bankAccount}::uuid and state in ('open', 'proposed') order by booked_on, sort_at limit 20000`,
);

/**
 * Looks for what the undecided entries of an account pay, the earliest first. What an automatic proposal takes is not proposed again, so that
 * of two payments of one invoice only the first settles it.
 */
export async function matchEntries(tx: Db, bankAccount: string): Promise<void> {
  const pool = await readPool(tx, bankAccount);
  const found: { id: string; proposals: Proposal[] }[] = [];
  for (const entry of await findUndecided(tx, { bankAccount })) found.push({ id: entry.id, proposals: proposalsFor(entry, pool) });
  await saveProposals(tx, found);
}

/** Proposals of one entry; takes what the automatic one settles out of the pool. */
export function proposalsFor(entry: Parameters<typeof match>[0], pool: Pool): Proposal[] {
  const proposals = match(entry, pool);
  const [best] = proposals;
  if (best?.automatic) pool.take(usedBy(best));
  return proposals;
}
