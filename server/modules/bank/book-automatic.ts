import { sql } from 'drizzle-orm';
import type { Proposal } from '#contract/bank/proposal';
import type { Db } from '../../core/db/client.ts';
import { cell, columnsOver, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { bookEntry } from './book-entry.ts';
import { ENTRY_COLUMNS, lockUndecided, saveProposals } from './entry-state.ts';
import { matchEntries, proposalsFor } from './match-entries.ts';
import { readPool } from './pool.ts';

/** Books what is clear. Evidence is looked at again before each booking, because documents were paid or reversed meanwhile. */

/** Entries of one call, so that it stays short and others are not kept waiting. */
const BATCH = 50;

const findAutomatic = statement(
  ENTRY_COLUMNS,
  ({ bankAccount }: { bankAccount: string }) =>
    sql`select ${columnsOver('e', ENTRY_COLUMNS)} from bank_entries e where bank_account_id = ${bankAccount}::uuid and state = 'proposed' and automatic order by booked_on, sort_at limit ${BATCH} for update`,
);
const countAutomatic = statement(
  { n: cell.bigint },
  ({ bankAccount }: { bankAccount: string }) =>
    sql`select count(*) as n from bank_entries where bank_account_id = ${bankAccount}::uuid and state = 'proposed' and automatic`,
);

/** Books the next automatic entries of an account. @returns how many were booked, and how many are left for the next call */
export async function bookAutomatic(tx: Db, bankAccount: string): Promise<{ booked: number; left: number }> {
  const entries = await findAutomatic(tx, { bankAccount });
  const pool = await readPool(tx, bankAccount);
  const changed: { id: string; proposals: Proposal[] }[] = [];
  let booked = 0;
  for (const entry of entries) {
    const proposals = proposalsFor(entry, pool);
    const [best] = proposals;
    if (best?.automatic) {
      await bookEntry(tx, entry.id, best.parts);
      booked += 1;
    } else changed.push({ id: entry.id, proposals });
  }
  await saveProposals(tx, changed);
  const { n: left } = await countAutomatic.one(tx, { bankAccount });
  if (booked === 0 || left > 0) return { booked, left };
  // Once, after the last of them: what a person decides about must not name documents that are paid.
  await matchEntries(tx, bankAccount);
  return { booked, left: (await countAutomatic.one(tx, { bankAccount })).n };
}

/**
 * Books one of the proposals of an entry, if it still holds.
 * @throws DomainError StateRefused `proposalGone` if a document was paid or changed since it was shown
 */
export async function acceptProposal(tx: Db, id: string, key: string): Promise<void> {
  const entry = await lockUndecided(tx, id);
  const proposals = proposalsFor(entry, await readPool(tx, entry.bankAccountId));
  const chosen = proposals.find((one) => one.key === key);
  if (!chosen) throw new DomainError('StateRefused', 'bankEntries.refusals.proposalGone');
  await bookEntry(tx, id, chosen.parts);
}
