import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { layoutOf } from '#contract/bank/bank-profiles';
import { PREVIEW_FORMATS, type ReadEntry, type ReadStatement } from '#contract/bank/statement';
import { groupBy } from '#contract/core/group-by';
import type { Currency } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { notNull, statement } from '../../core/db/statement.ts';
import { finishInTurns, mapInSteps } from '../../core/steps.ts';
import { accounts } from '../money/accounts/table.ts';
import { bankAccounts } from './bank-accounts/table.ts';
import { bankEntries } from './bank-entries/table.ts';
import { bankProfiles } from './bank-profiles/table.ts';
import { bankStatements } from './bank-statements/table.ts';
import { isAlike, keysOf, type StoredEntry } from './entry-key.ts';
import { fail } from './read/fault.ts';
import { isSameAccount, readStatementFileInTurns } from './read/read.ts';

/** Reads an uploaded file, and compares it with what is stored. Stores nothing. */

export type BankAccount = { id: string; name: string; iban: string; accountId: string; currency: Currency; profileId: string | null };
const findAccounts = statement(
  {
    id: bankAccounts.id,
    name: bankAccounts.name,
    iban: bankAccounts.iban,
    accountId: bankAccounts.accountId,
    currency: accounts.currency,
    profileId: bankAccounts.profileId,
  },
  () => sql`select b.id, b.name, b.iban, b.account_id, a.currency, b.profile_id from bank_accounts b join accounts a on a.id = b.account_id
    where b.deleted_at is null and b.active order by b.sort_at`,
);

const findProfile = statement(
  {
    separator: bankProfiles.separator,
    decimal: bankProfiles.decimal,
    day: bankProfiles.day,
    skip: bankProfiles.skip,
    bookedOn: bankProfiles.bookedOn,
    valueOn: bankProfiles.valueOn,
    amount: bankProfiles.amount,
    debit: bankProfiles.debit,
    credit: bankProfiles.credit,
    currency: bankProfiles.currency,
    counterparty: bankProfiles.counterparty,
    iban: bankProfiles.iban,
    bic: bankProfiles.bic,
    endToEnd: bankProfiles.endToEnd,
    mandate: bankProfiles.mandate,
    purpose: bankProfiles.purpose,
    bankRef: bankProfiles.bankRef,
    balance: bankProfiles.balance,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select separator, decimal, day, skip, booked_on, value_on, amount, debit, credit, currency, counterparty, iban, bic, end_to_end, mandate,
      purpose, bank_ref, balance from bank_profiles where id = ${id}::uuid and deleted_at is null`,
);
const findStored = statement(
  {
    key: bankEntries.key,
    bookedOn: bankEntries.bookedOn,
    amount: bankEntries.amount,
    iban: bankEntries.iban,
    endToEnd: bankEntries.endToEnd,
    purpose: bankEntries.purpose,
    bankRef: bankEntries.bankRef,
    counterparty: bankEntries.counterparty,
    format: notNull(bankStatements.format),
  },
  ({ account, from, to }: { account: string; from: string; to: string }) =>
    sql`select e.key, e.booked_on, e.amount, e.iban, e.end_to_end, e.purpose, e.bank_ref, e.counterparty, s.format from bank_entries e join bank_statements s on s.id = e.statement_id
      where e.bank_account_id = ${account}::uuid and e.booked_on between ${from}::date and ${to}::date`,
  [{ account: '00000000-0000-7000-8000-000000000000', from: '2026-01-01', to: '2026-01-31' }],
);
const findFile = statement(
  { id: bankStatements.id },
  ({ checksum, part }: { checksum: string; part: number }) =>
    sql`select id from bank_statements where checksum = ${checksum} and part = ${part}::int`,
);
const findSameNumber = statement(
  { opening: bankStatements.opening, closing: bankStatements.closing },
  ({ account, format, number, year }: { account: string; format: string; number: string; year: string }) =>
    sql`select opening, closing from bank_statements where bank_account_id = ${account}::uuid and format = ${format} and number = ${number} and to_char(to_on, 'YYYY') = ${year}`,
);
/** The statement before one of this last day. A bank may write several of one day; the earlier of them closes with what this one opens with. */
const findBefore = statement(
  { closing: notNull(bankStatements.closing), toOn: bankStatements.toOn },
  ({ account, day, opening }: { account: string; day: string; opening: number }) =>
    sql`select closing, to_on from bank_statements where bank_account_id = ${account}::uuid and closing is not null
      and (to_on < ${day}::date or (to_on = ${day}::date and closing = ${opening}::bigint)) order by to_on desc, sort_at desc limit 1`,
  [{ account: '00000000-0000-7000-8000-000000000000', day: '2026-01-31', opening: 0 }],
);

export type ComparedEntry = ReadEntry & { key: string; status: 'new' | 'known' | 'alike' };
export type ComparedStatement = Omit<ReadStatement, 'entries'> & {
  part: number;
  bankAccount: BankAccount;
  /** Known by its bytes: everything in it is stored. */
  statementId: string | null;
  gap: number | null;
  entries: ComparedEntry[];
};

const days = (entries: readonly ReadEntry[]): { from: string; to: string } => {
  const sorted = entries.map(({ bookedOn }) => bookedOn).sort();
  return { from: sorted[0] ?? '2000-01-01', to: sorted.at(-1) ?? '2000-01-01' };
};

/** @throws StatementError `otherSums` if a statement of this number and year is stored with other balances */
async function checkNumber(tx: Db, { bankAccount, format, number, toOn, opening, closing }: ComparedStatement): Promise<void> {
  if (number === '' || opening === null) return;
  const same = await findSameNumber(tx, { account: bankAccount.id, format, number, year: toOn.slice(0, 4) });
  if (same.some((one) => one.opening !== opening || one.closing !== closing)) fail('otherSums', { number, year: toOn.slice(0, 4) });
}

async function compare(tx: Db, read: ReadStatement, part: number, bankAccount: BankAccount, checksum: string): Promise<ComparedStatement> {
  if (read.currency !== bankAccount.currency) fail('currency', { line: 1, text: read.currency });
  const keys = await finishInTurns(keysOf(read.entries));
  const stored = await findStored(tx, { account: bankAccount.id, ...days(read.entries) });
  const known = new Set(stored.map(({ key }) => key));
  const own = new Set(keys);
  // A stored entry that this file has itself is not the twin of another one.
  const others = groupBy(
    stored.filter(({ key }) => !own.has(key)),
    ({ bookedOn, amount }: StoredEntry) => `${bookedOn} ${amount}`,
  );
  const compareAll = mapInSteps(read.entries, (entry, i): ComparedEntry => {
    const key = keys[i] ?? '';
    const alike = (others.get(`${entry.bookedOn} ${entry.amount}`) ?? []).some((one) => isAlike(entry, read.format, one));
    return { ...entry, key, status: known.has(key) ? 'known' : alike ? 'alike' : 'new' };
  });
  const entries = await finishInTurns(compareAll);
  const before =
    read.opening === null ? null : await findBefore.first(tx, { account: bankAccount.id, day: read.toOn, opening: read.opening });
  const follows = before !== null && before.toOn < read.fromOn && read.opening !== null;
  const compared = {
    ...read,
    part,
    bankAccount,
    statementId: (await findFile.first(tx, { checksum, part }))?.id ?? null,
    gap: follows && read.opening !== before.closing ? (read.opening ?? 0) - before.closing : null,
    entries,
  };
  await checkNumber(tx, compared);
  return compared;
}

export type ReadUpload = { checksum: string; statements: { statement: ReadStatement; bankAccount: BankAccount }[] };

/**
 * Reads a file, and finds the accounts of its statements.
 * @param forAccount the account that a CSV file is read for, and the only one whose statements are wanted; null: every account of the house
 * @throws StatementError with line and reason
 */
export async function readUpload(db: Db, bytes: Uint8Array, forAccount: string | null): Promise<ReadUpload> {
  const own = await findAccounts(db);
  const chosen = own.find(({ id }) => id === forAccount) ?? null;
  const profile = chosen?.profileId ? await findProfile.first(db, { id: chosen.profileId }) : null;
  const read = await readStatementFileInTurns(bytes, chosen && { ...chosen, profile: profile && layoutOf(profile) });
  const statements = read.map((statement) => {
    const bankAccount = statement.account === '' ? chosen : own.find(({ iban }) => isSameAccount(iban, statement.account));
    if (!bankAccount || (chosen && bankAccount.id !== chosen.id))
      return fail('otherAccount', { account: statement.account, name: chosen?.name ?? '' });
    return { statement, bankAccount };
  });
  return { checksum: createHash('sha256').update(bytes).digest('hex'), statements };
}

/** Compares what was read with what is stored. @throws StatementError `currency`, `otherSums` */
export async function compareUpload(db: Db, { checksum, statements }: ReadUpload): Promise<ComparedStatement[]> {
  const compared: ComparedStatement[] = [];
  for (const [i, { statement, bankAccount }] of statements.entries())
    compared.push(await compare(db, statement, i + 1, bankAccount, checksum));
  return compared;
}

export const isPreview = ({ format }: Pick<ReadStatement, 'format'>): boolean => PREVIEW_FORMATS.includes(format);
