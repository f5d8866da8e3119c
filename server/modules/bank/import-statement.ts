import { sql } from 'drizzle-orm';
import type { Movement } from '#contract/bank/match-parts';
import type { Proposal } from '#contract/bank/proposal';
import { groupBy } from '#contract/core/group-by';
import { toHouse } from '#contract/money/fx';
import type { Currency } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';
import { postEntry, rateOn } from '../money/index.ts';
import { bankStatements } from './bank-statements/table.ts';
import { matchEntries } from './match-entries.ts';
import { fail } from './read/fault.ts';
import { type ComparedEntry, type ComparedStatement, compareUpload, isPreview, readUpload } from './read-upload.ts';
import { bankFiles } from './tables.ts';

/** Stores a file that was read: all of it or nothing. */

export type Imported = { statementId: string; bankAccountId: string; added: number; known: number };
type NewEntry = ComparedEntry & { currency: Currency };
/** What is done with entries that look like stored ones. */
export type AlikeChoice = 'skip' | 'store' | null;

const writeLast = command(
  ({ id, day, balance }: { id: string; day: string; balance: number | null }) =>
    sql`update bank_accounts set last_on = ${day}::date, last_balance = coalesce(${balance}::bigint, last_balance) where id = ${id}::uuid and (last_on is null or last_on <= ${day}::date)`,
  [{ id: '00000000-0000-7000-8000-000000000000', day: '2026-01-01', balance: null }],
);
const lockAccount = command(({ id }: { id: string }) => sql`select id from bank_accounts where id = ${id}::uuid for update`);

/** Entries of one statement of the database. */
const CHUNK = 500;
/** Movements of one entry in the ledger, so that a person can still read it. */
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

/** Inserts entries with their proposals: to write those afterwards costs more than the entries themselves. */
const insertEntries = command(
  ({
    rows,
    n,
  }: {
    rows: string;
    n: number;
  }) => sql`insert into bank_entries (sort_at, bank_account_id, statement_id, line, booked_on, value_on, amount, currency, original_amount, original_currency, rate, fee,
      counterparty, iban, bic, end_to_end, mandate, reference, purpose, bank_ref, code, batch_index, is_return, return_reason, key, state, automatic, proposals)
    select s.first + (row_number() over () - 1) * interval '1 microsecond', "bankAccountId", "statementId", line, "bookedOn", "valueOn", amount, currency, "originalAmount", "originalCurrency", rate, fee,
      counterparty, iban, bic, "endToEnd", mandate, reference, purpose, "bankRef", code, "batchIndex", "isReturn", "returnReason", key,
      case proposals when '[]' then 'open' else 'proposed' end, coalesce((proposals -> 0 -> 'automatic')::boolean, false), proposals
    from (select kontor_next_sort_at('bank_entries_sort_seq', ${n}::int) as first) s, jsonb_to_recordset(${rows}::jsonb) e("bankAccountId" uuid, "statementId" uuid, line int, "bookedOn" date, "valueOn" date, amount bigint, currency text,
      "originalAmount" bigint, "originalCurrency" text, rate text, fee bigint, counterparty text, iban text, bic text, "endToEnd" text, mandate text, reference text,
      purpose text, "bankRef" text, code text, "batchIndex" int, "isReturn" boolean, "returnReason" text, key text, proposals jsonb)`,
  [{ rows: '[]', n: 0 }],
);

/** What is new of a statement. @throws StatementError `previewOnly`, `alikeUndecided` */
function wantedOf(read: ComparedStatement, alike: AlikeChoice): NewEntry[] {
  if (isPreview(read)) return fail('previewOnly', { format: read.format });
  const undecided = read.entries.filter(({ status }) => status === 'alike').length;
  if (undecided > 0 && alike === null) return fail('alikeUndecided', { n: undecided });
  if (read.statementId !== null) return [];
  return read.entries
    .filter(({ status }) => status === 'new' || (status === 'alike' && alike === 'store'))
    .map((entry) => ({ ...entry, currency: read.currency }));
}

async function store(
  tx: Db,
  file: { checksum: string; name: string },
  read: ComparedStatement,
  wanted: readonly NewEntry[],
  proposals: ReadonlyMap<Movement, Proposal[]>,
): Promise<Imported> {
  const { bankAccount, format, number, fromOn, toOn, currency, opening, closing, gap, part } = read;
  const known = read.entries.length - wanted.length;
  if (read.statementId !== null) return { statementId: read.statementId, bankAccountId: bankAccount.id, added: 0, known };
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
  const rows = wanted.map((entry) => ({ ...entry, bankAccountId: bankAccount.id, statementId, proposals: proposals.get(entry) ?? [] }));
  for (let at = 0; at < rows.length; at += CHUNK) {
    const some = rows.slice(at, at + CHUNK);
    await insertEntries(tx, { rows: JSON.stringify(some), n: some.length });
  }
  await bookToClearing(tx, read, wanted);
  await writeLast(tx, { id: bankAccount.id, day: toOn, balance: closing });
  return { statementId, bankAccountId: bankAccount.id, added: wanted.length, known };
}

/**
 * Stores the statements of a file with their new entries, with proposals what they pay, and books them to clearing. Two uploads for one
 * account wait for each other. The same file again adds nothing.
 * @throws StatementError `previewOnly`, `alikeUndecided`, and those of reading and comparing
 */
export async function importStatement(
  tx: Db,
  name: string,
  bytes: Buffer,
  forAccount: string | null,
  alike: AlikeChoice,
): Promise<Imported[]> {
  const upload = await readUpload(tx, bytes, forAccount);
  const accounts = [...new Set(upload.statements.map(({ bankAccount }) => bankAccount.id))].sort();
  for (const id of accounts) await lockAccount(tx, { id });
  // Compared after the lock, so that what another upload just stored is known.
  const arriving = (await compareUpload(tx, upload)).map((read) => ({ read, wanted: wantedOf(read, alike) }));
  const { checksum } = upload;
  await tx.insert(bankFiles).values({ checksum, content: bytes }).onConflictDoNothing();
  const ofAccount = groupBy(arriving, ({ read }) => read.bankAccount.id);
  const proposals = new Map<Movement, Proposal[]>();
  for (const id of accounts)
    for (const [movement, found] of await matchEntries(
      tx,
      id,
      (ofAccount.get(id) ?? []).flatMap(({ wanted }) => wanted),
    ))
      proposals.set(movement, found);
  const made: Imported[] = [];
  for (const { read, wanted } of arriving) made.push(await store(tx, { checksum, name }, read, wanted, proposals));
  return made;
}
