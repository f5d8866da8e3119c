import { sql } from 'drizzle-orm';
import type { Proposal } from '#contract/bank/proposal';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { accounts } from '../money/accounts/table.ts';
import { bankAccounts } from './bank-accounts/table.ts';
import { bankEntries } from './bank-entries/table.ts';

/** The only writer of the state of bank entries. A trigger (bank-triggers.sql) refuses a state that its bookings do not show. */

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `bankEntries.refusals.${reason}`);
};

export const ENTRY_COLUMNS = {
  id: bankEntries.id,
  bankAccountId: bankEntries.bankAccountId,
  bookedOn: bankEntries.bookedOn,
  valueOn: bankEntries.valueOn,
  amount: bankEntries.amount,
  currency: bankEntries.currency,
  originalAmount: bankEntries.originalAmount,
  originalCurrency: bankEntries.originalCurrency,
  counterparty: bankEntries.counterparty,
  iban: bankEntries.iban,
  endToEnd: bankEntries.endToEnd,
  reference: bankEntries.reference,
  purpose: bankEntries.purpose,
  isReturn: bankEntries.isReturn,
  state: bankEntries.state,
};
const lock = statement(
  { ...ENTRY_COLUMNS, accountId: bankAccounts.accountId, accountName: accounts.name },
  ({
    id,
  }: {
    id: string;
  }) => sql`select e.id, e.bank_account_id, e.booked_on, e.value_on, e.amount, e.currency, e.original_amount, e.original_currency, e.counterparty, e.iban, e.end_to_end,
      e.reference, e.purpose, e.is_return, e.state, b.account_id, a.name as account_name
    from bank_entries e join bank_accounts b on b.id = e.bank_account_id join accounts a on a.id = b.account_id where e.id = ${id}::uuid for update of e`,
);
export type LockedEntry = Awaited<ReturnType<typeof lockEntry>>;

/** Locks an entry with its account of the ledger. @throws DomainError NotFound */
export async function lockEntry(tx: Db, id: string) {
  const row = await lock.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  return row;
}

/** An entry that nothing was booked for yet. @throws DomainError NotFound; StateRefused `alreadyBooked`, `isIgnored` */
export async function lockUndecided(tx: Db, id: string): Promise<LockedEntry> {
  const row = await lockEntry(tx, id);
  if (row.state === 'ignored') refuse('isIgnored');
  if (row.state !== 'open' && row.state !== 'proposed') refuse('alreadyBooked');
  return row;
}

const writeState = command(
  ({ id }: { id: string }) => sql`update bank_entries e set
      state = case b.parts when 0 then case when e.proposals = '[]' then 'open' else 'proposed' end when 1 then 'booked' else 'split' end,
      automatic = b.parts = 0 and e.automatic, booked_at = case b.parts when 0 then null else clock_timestamp() end, booked_by = case b.parts when 0 then null else kontor_actor() end, ignored_reason = ''
    from (select count(*) as parts from bank_bookings where entry_id = ${id}::uuid and undone_at is null) b where e.id = ${id}::uuid`,
);
/** Writes the state that follows from the bookings of an entry. */
export const refreshState = (tx: Db, id: string): Promise<void> => writeState(tx, { id });

const writeProposals = command(
  ({
    rows,
  }: {
    rows: string;
  }) => sql`update bank_entries e set proposals = r.proposals, automatic = r.automatic, state = case r.proposals when '[]' then 'open' else 'proposed' end
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, proposals jsonb, automatic boolean) where e.id = r.id and e.state in ('open', 'proposed') and (e.proposals, e.automatic) is distinct from (r.proposals, r.automatic)`,
);
export const saveProposals = (tx: Db, found: readonly { id: string; proposals: readonly Proposal[] }[]): Promise<void> =>
  writeProposals(tx, {
    rows: JSON.stringify(found.map(({ id, proposals }) => ({ id, proposals, automatic: proposals[0]?.automatic ?? false }))),
  });

const writeIgnored = command(
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update bank_entries set state = 'ignored', ignored_reason = ${reason}, automatic = false, booked_at = clock_timestamp(), booked_by = kontor_actor() where id = ${id}::uuid`,
);
/** Leaves an entry in the clearing account, with the reason. @throws DomainError as `lockUndecided` */
export async function ignoreEntry(tx: Db, id: string, reason: string): Promise<void> {
  await lockUndecided(tx, id);
  await writeIgnored(tx, { id, reason });
}
