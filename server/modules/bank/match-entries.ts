import { sql } from 'drizzle-orm';
import { match, usedBy } from '#contract/bank/match';
import type { Movement } from '#contract/bank/match-parts';
import type { Pool } from '#contract/bank/match-pool';
import type { Proposal } from '#contract/bank/proposal';
import type { Db } from '../../core/db/client.ts';
import { columnsOver, statement } from '../../core/db/statement.ts';
import { finishInTurns, type Steps } from '../../core/steps.ts';
import { bankEntries } from './bank-entries/table.ts';
import { ENTRY_COLUMNS, saveProposals } from './entry-state.ts';
import { readPool } from './pool.ts';

const findUndecided = statement(
  ENTRY_COLUMNS,
  ({ bankAccount }: { bankAccount: string }) =>
    sql`select ${columnsOver('e', ENTRY_COLUMNS)} from bank_entries e where bank_account_id = ${bankAccount}::uuid and state in ('open', 'proposed') order by booked_on, sort_at limit 20000`,
);

const findBankAccount = statement(
  { id: bankEntries.bankAccountId },
  ({ id }: { id: string }) => sql`select bank_account_id as id from bank_entries where id = ${id}::uuid`,
);

/** Movements in the order in which they are matched: the earliest first, and of one day as they are given. */
const byDay = (one: Movement, other: Movement): number => (one.bookedOn < other.bookedOn ? -1 : one.bookedOn > other.bookedOn ? 1 : 0);

function* matchAll<M extends Movement>(movements: readonly M[], pool: Pool): Steps<Map<M, Proposal[]>> {
  const found = new Map<M, Proposal[]>();
  for (const movement of movements.toSorted(byDay)) {
    found.set(movement, proposalsFor(movement, pool));
    yield;
  }
  return found;
}

/**
 * Looks for what the undecided entries of an account pay, the earliest first, together with movements that are about to be stored. What an
 * automatic proposal takes is not proposed again, so that of two payments of one invoice only the first settles it.
 * @returns the proposals of the movements; those of stored entries are saved
 */
export async function matchEntries(
  tx: Db,
  bankAccount: string,
  arriving: readonly Movement[] = [],
): Promise<ReadonlyMap<Movement, Proposal[]>> {
  const pool = await readPool(tx, bankAccount);
  const stored = await findUndecided(tx, { bankAccount });
  const found = await finishInTurns(matchAll<Movement>([...stored, ...arriving], pool));
  await saveProposals(
    tx,
    stored.map((entry) => ({ id: entry.id, proposals: found.get(entry) ?? [] })),
  );
  return found;
}

/**
 * Looks again for what the entries beside one pay, after it was booked, left or taken back: a document that it settled is proposed to no other
 * entry any more, and one of two that fitted equally well is now the only one.
 */
export async function matchBeside(tx: Db, id: string): Promise<void> {
  await matchEntries(tx, (await findBankAccount.one(tx, { id })).id);
}

/** Proposals of one entry; takes what the automatic one settles out of the pool. */
export function proposalsFor(entry: Movement, pool: Pool): Proposal[] {
  const proposals = match(entry, pool);
  const [best] = proposals;
  if (best?.automatic) pool.take(usedBy(best));
  return proposals;
}
