import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { toHouse } from '#contract/money/fx';
import { type manualEntries as area, differenceOf, type ManualLine } from '#contract/money/manual-entries';
import { type Currency, EXPONENTS } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import type { AreaRow } from '../../core/http/area.ts';
import { DomainError } from '../../core/http/errors.ts';
import { accounts } from './accounts/table.ts';
import { type EntryLine, postEntry, rateOn, reverseEntry, today } from './entry.ts';
import { manualEntries } from './manual-entries/table.ts';
import { tax } from './tax/table.ts';

/** Entries that a person types: checks, booking and reversal. */

const findAccounts = statement(
  { id: accounts.id, no: accounts.no, name: accounts.name, kind: accounts.kind, currency: accounts.currency, active: accounts.active },
  ({ ids }: { ids: readonly string[] }) =>
    sql`select id, no, name, kind, currency, active from accounts where id = any(${uuids(ids)}) and deleted_at is null`,
);
const findCodes = statement(
  { id: tax.id, code: tax.code },
  ({ ids }: { ids: readonly string[] }) => sql`select id, code from tax where id = any(${uuids(ids)}) and deleted_at is null`,
);
/** Their balance follows from documents and payments; another posting would break the proof of open items. */
const CONTROL = ['receivable', 'payable'];

type Entry = { kind?: string | undefined; currency?: Currency | undefined; lines?: readonly ManualLine[] | undefined };

/** What is wrong with an entry: the path and rule of each fault, `debitAbove` and `creditAbove` with the difference in major units. */
export async function entryFaults(tx: Db, { kind = 'manual', currency = 'EUR', lines = [] }: Entry): Promise<FieldError[]> {
  if (lines.length < 2) return [{ path: 'lines', rule: 'twoLines' }];
  const known = new Map((await findAccounts(tx, { ids: lines.map(({ accountId }) => accountId) })).map((row) => [row.id, row]));
  const codes = await findCodes(tx, { ids: lines.flatMap(({ taxId }) => taxId ?? []) });
  const errors = lines.flatMap((line, i): FieldError[] => {
    const account = known.get(line.accountId);
    const path = `lines.${i}.accountId`;
    if (!account?.active) return [{ path, rule: 'reference' }];
    if (account.currency !== currency) return [{ path, rule: 'accountCurrency', params: { currency: account.currency } }];
    if (kind === 'manual' && CONTROL.includes(account.kind)) return [{ path, rule: 'controlAccount' }];
    if (line.taxId && !codes.some(({ id }) => id === line.taxId)) return [{ path: `lines.${i}.taxId`, rule: 'reference' }];
    const sides = [line.debit, line.credit].filter((amount) => amount !== null && amount > 0);
    return sides.length === 1 ? [] : [{ path: `lines.${i}.debit`, rule: 'oneSide' }];
  });
  const difference = differenceOf(lines);
  if (errors.length === 0 && difference !== 0)
    errors.push({
      path: 'lines',
      rule: difference > 0 ? 'debitAbove' : 'creditAbove',
      params: { difference: (Math.abs(difference) / 10 ** EXPONENTS[currency]).toFixed(EXPONENTS[currency]), currency },
    });
  return errors;
}

/** The lines with the titles of their accounts and codes, as they are when the entry is booked. */
export async function titledLines(tx: Db, lines: readonly ManualLine[]): Promise<ManualLine[]> {
  const known = new Map(
    (await findAccounts(tx, { ids: lines.map(({ accountId }) => accountId) })).map(({ id, no, name }) => [id, `${no} ${name}`]),
  );
  const codes = new Map((await findCodes(tx, { ids: lines.flatMap(({ taxId }) => taxId ?? []) })).map(({ id, code }) => [id, code]));
  return lines.map((line) => ({
    ...line,
    debit: line.debit || null,
    credit: line.credit || null,
    accountIdLabel: known.get(line.accountId) ?? '',
    taxIdLabel: line.taxId ? (codes.get(line.taxId) ?? '') : null,
  }));
}

const writeEntry = command(
  ({ id, entryId }: { id: string; entryId: string }) => sql`update manual_entries set entry_id = ${entryId}::uuid where id = ${id}::uuid`,
);

/**
 * Books a saved entry. Its day must be open: nothing is moved to another day. What conversion to euro leaves over goes to rounding.
 * @throws a PostgreSQL error KM001, answered as StateRefused `bookPeriods.refusals.isClosed`
 */
export async function bookManual(tx: Db, row: AreaRow<typeof area>): Promise<void> {
  const { id, currency, bookedOn } = row;
  const rate = await rateOn(tx, currency, bookedOn);
  const lines = row.lines.map((line): EntryLine => {
    const amount = (line.debit ?? 0) - (line.credit ?? 0);
    const { accountId: account, text } = line;
    return { kind: 'clearing', account, currency, amount, base: toHouse(amount, currency, rate), taxCode: line.taxIdLabel ?? '', text };
  });
  const rest = lines.reduce((sum, { base }) => sum + base, 0);
  lines.push({ kind: 'rounding', currency, amount: 0, base: -rest });
  const head = { bookedOn, source: 'manual', documentNo: row.no, party: '', text: row.text, manualId: id } as const;
  await writeEntry(tx, { id, entryId: await postEntry(tx, head, lines) });
}

const lock = statement(
  { entryId: manualEntries.entryId, bookedOn: manualEntries.bookedOn, reversed: cell.boolean },
  ({ id }: { id: string }) =>
    sql`select entry_id, booked_on, reversed_at is not null as reversed from manual_entries where id = ${id}::uuid and deleted_at is null for update`,
);
const markReversed = command(
  ({
    id,
    reason,
  }: {
    id: string;
    reason: string;
  }) => sql`update manual_entries set reversed_at = clock_timestamp(), reversed_by = kontor_actor(), reason = ${reason}, status = 'reversed'
    where id = ${id}::uuid`,
);

/** Books the opposite of a manual entry today. @throws DomainError NotFound; StateRefused `alreadyReversed` */
export async function reverseManual(tx: Db, id: string, reason: string): Promise<void> {
  const row = await lock.first(tx, { id });
  if (!row || row.entryId === null) throw new DomainError('NotFound');
  if (row.reversed) throw new DomainError('StateRefused', 'manualEntries.refusals.alreadyReversed');
  const now = await today(tx);
  await reverseEntry(tx, row.entryId, row.bookedOn > now ? row.bookedOn : now, reason);
  await markReversed(tx, { id, reason });
}
