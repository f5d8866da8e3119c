import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/core/group-by';
import { toHouse } from '#contract/money/fx';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';
import { postEntry, rateOn } from '../money/index.ts';
import { bankEntries } from './bank-entries/table.ts';
import { bankStatements } from './bank-statements/table.ts';
import { matchEntries } from './match-entries.ts';
import { fail } from './read/fault.ts';
import { type ComparedEntry, type ComparedFile, type ComparedStatement, isPreview } from './read-upload.ts';
import { bankFiles } from './tables.ts';

/** Stores a file that was read: all of it or nothing. */

export type Imported = { statementId: string; bankAccountId: string; added: number; known: number };
/** What is done with entries that look like stored ones. */
export type AlikeChoice = 'skip' | 'store' | null;

const writeLast = command(
  ({ id, day, balance }: { id: string; day: string; balance: number | null }) =>
    sql`update bank_accounts set last_on = ${day}::date, last_balance = coalesce(${balance}::bigint, last_balance) where id = ${id}::uuid and (last_on is null or last_on <= ${day}::date)`,
  [{ id: '00000000-0000-7000-8000-000000000000', day: '2026-01-01', balance: null }],
);
const lockAccount = command(({ id }: { id: string }) => sql`select id from bank_accounts where id = ${id}::uuid for update`);

const CHUNK = 500;
/** Movements of one entry in the ledger. Each line checks at commit that its entry comes to zero, so long entries take long. */
const OF_ENTRY = 50;
const TEXT = 200;

/**
 * Books the movements of each day to the clearing account, so that the bank in the books has the balance of the statement at once. Booking an
 * entry takes it out of clearing again (book-entry.ts).
 */
async function bookToClearing(tx: Db, { bankAccount, currency }: ComparedStatement, entries: readonly ComparedEntry[]): Promise<void> {
  for (const [bookedOn, ofDay] of groupBy(entries, (one) => one.bookedOn)) {
    const rate = await rateOn(tx, currency, bookedOn);
    for (let at = 0; at < ofDay.length; at += OF_ENTRY) {
      const lines = ofDay.slice(at, at + OF_ENTRY).flatMap(({ amount, counterparty, purpose }) => {
        const text = `${counterparty} ${purpose}`.trim().slice(0, TEXT);
        const base = toHouse(amount, currency, rate);
        return [
          { kind: 'bank' as const, account: bankAccount.accountId, currency, amount, base, text },
          { kind: 'clearing' as const, currency, amount: -amount, base: -base, text },
        ];
      });
      await postEntry(tx, { bookedOn, source: 'bank', documentNo: '', party: '', text: bankAccount.name }, lines);
    }
  }
}

async function store(tx: Db, file: { checksum: string; name: string }, read: ComparedStatement, alike: AlikeChoice): Promise<Imported> {
  const { bankAccount } = read;
  if (isPreview(read)) return fail('previewOnly', { format: read.format });
  const wanted = read.entries.filter(({ status }) => status === 'new' || (status === 'alike' && alike === 'store'));
  const undecided = read.entries.filter(({ status }) => status === 'alike').length;
  if (undecided > 0 && alike === null) return fail('alikeUndecided', { n: undecided });
  const known = read.entries.length - wanted.length;
  if (read.statementId !== null)
    return { statementId: read.statementId, bankAccountId: bankAccount.id, added: 0, known: read.entries.length };
  const { format, number, fromOn, toOn, currency, opening, closing, gap, part } = read;
  const [made] = await tx
    .insert(bankStatements)
    .values({
      bankAccountId: bankAccount.id,
      format,
      number,
      fromOn,
      toOn,
      currency,
      opening,
      closing,
      gap,
      part,
      added: wanted.length,
      known,
      fileName: file.name,
      checksum: file.checksum,
    })
    .returning({ id: bankStatements.id });
  const statementId = made?.id ?? '';
  for (let at = 0; at < wanted.length; at += CHUNK)
    await tx
      .insert(bankEntries)
      .values(wanted.slice(at, at + CHUNK).map((entry) => ({ ...entry, currency, bankAccountId: bankAccount.id, statementId })));
  await bookToClearing(tx, read, wanted);
  await writeLast(tx, { id: bankAccount.id, day: toOn, balance: closing });
  return { statementId, bankAccountId: bankAccount.id, added: wanted.length, known };
}

/**
 * Stores the statements of a file with their new entries, books them to clearing, and looks for what they pay. Two uploads for one account
 * wait for each other. The same file again adds nothing.
 * @throws StatementError `previewOnly`, `alikeUndecided`
 */
export async function importStatement(
  tx: Db,
  name: string,
  bytes: Buffer,
  compare: () => Promise<ComparedFile>,
  alike: AlikeChoice,
): Promise<Imported[]> {
  const first = await compare();
  for (const id of [...new Set(first.statements.map(({ bankAccount }) => bankAccount.id))].sort()) await lockAccount(tx, { id });
  // What another upload stored while this one waited is known now.
  const file = await compare();
  await tx.insert(bankFiles).values({ checksum: file.checksum, content: bytes }).onConflictDoNothing();
  const made: Imported[] = [];
  for (const one of file.statements) made.push(await store(tx, { checksum: file.checksum, name }, one, alike));
  for (const id of new Set(made.map(({ bankAccountId }) => bankAccountId))) await matchEntries(tx, id);
  return made;
}
