import { sql } from 'drizzle-orm';
import { type MadeRule, type RuleOffer, ruleSearch } from '#contract/bank/learned-rule';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { tax } from '../money/tax/table.ts';
import { bankEntries } from './bank-entries/table.ts';
import { bankRules } from './bank-rules/table.ts';
import { BOOKED_TO } from './booked-to.ts';
import { matchEntries } from './match-entries.ts';

/** Rules that are learned from entries which somebody booked to an account by hand. */

const findBooked = statement(
  {
    bankAccountId: bankEntries.bankAccountId,
    isIn: cell.boolean,
    counterparty: bankEntries.counterparty,
    iban: bankEntries.iban,
    purpose: bankEntries.purpose,
    accountId: cell.uuid,
    accountNo: cell.text,
    account: cell.text,
    taxCode: cell.text,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select e.bank_account_id, e.amount > 0 as is_in, e.counterparty, e.iban, e.purpose, t.account_id, a.no as account_no, a.no || ' ' || a.name as account, t.tax_code
    from bank_entries e join bank_accounts k on k.id = e.bank_account_id cross join lateral ${BOOKED_TO} t join accounts a on a.id = t.account_id where e.id = ${id}::uuid`,
);
/** The last entries with the same other side and direction. */
const MOST_SIMILAR = 200;
const findSimilar = statement(
  { purpose: bankEntries.purpose, accountId: orNull(cell.uuid), taxCode: orNull(cell.text) },
  ({ id }: { id: string }) => sql`select e.purpose, t.account_id, t.tax_code
    from bank_entries own join bank_entries e on e.bank_account_id = own.bank_account_id and (e.amount > 0) = (own.amount > 0) and e.iban = own.iban and (own.iban <> '' or e.counterparty = own.counterparty)
      join bank_accounts k on k.id = e.bank_account_id left join lateral ${BOOKED_TO} t on true
    where own.id = ${id}::uuid and e.state in ('booked', 'split') order by e.booked_on desc limit ${MOST_SIMILAR}`,
);
const findTax = statement(
  { id: tax.id },
  ({ code }: { code: string }) => sql`select id from tax where code = ${code} and code <> '' and deleted_at is null order by id limit 1`,
);
const withoutSpaces = (text: string): string => text.toUpperCase().replace(/\s+/g, '');

const findRules = statement(
  {
    id: bankRules.id,
    name: bankRules.name,
    side: bankRules.side,
    text: bankRules.text,
    iban: bankRules.iban,
    accountId: bankRules.accountId,
    bankAccountId: bankRules.bankAccountId,
    active: bankRules.active,
  },
  () => sql`select id, name, side, text, iban, account_id, bank_account_id, active from bank_rules where deleted_at is null`,
);
type Wanted = Omit<RuleOffer, 'name' | 'times'> & { taxId: string | null; bankAccountId: string };
type Learned = Wanted & { name: string; times: number; known: { id: string; name: string } | null };

const NAME = 80;

/** What rule follows from a booked entry. Null if it was not booked whole to one account, or nothing in it comes again. */
async function learn(tx: Db, id: string): Promise<Learned | null> {
  const entry = await findBooked.first(tx, { id });
  if (!entry) return null;
  const { accountId, account, bankAccountId, taxCode } = entry;
  const similar = await findSimilar(tx, { id });
  const isSame = (one: (typeof similar)[number]): boolean => one.accountId === accountId && one.taxCode === taxCode;
  const hasSide = entry.iban !== '' || entry.counterparty !== '';
  const search = ruleSearch({ ...entry, isAmbiguous: !hasSide || !similar.every(isSame) });
  if (!search) return null;
  const alike = similar.filter(
    (one) => isSame(one) && withoutSpaces(`${entry.counterparty} ${one.purpose}`).includes(withoutSpaces(search.text)),
  );
  const side = entry.isIn ? 'in' : 'out';
  const rules = await findRules(tx);
  const entryText = withoutSpaces(`${entry.counterparty} ${entry.purpose}`);
  const known = rules.find(
    (rule) =>
      rule.active &&
      (rule.bankAccountId === null || rule.bankAccountId === bankAccountId) &&
      rule.accountId === accountId &&
      (rule.side === 'both' || rule.side === side) &&
      (rule.iban === '' || rule.iban === entry.iban) &&
      (rule.text === '' || entryText.includes(withoutSpaces(rule.text))),
  );
  const taken = new Set(rules.map(({ name }) => name));
  const words = search.text !== '' && search.iban !== '' ? `${entry.counterparty} ${search.text}` : entry.counterparty || search.text;
  const plain = `${(words.trim() || search.iban).slice(0, NAME)} → ${entry.accountNo}`;
  let name = plain;
  for (let nth = 2; taken.has(name); nth += 1) name = `${plain} (${nth})`;
  const taxId = taxCode === '' ? null : ((await findTax.first(tx, { code: taxCode }))?.id ?? null);
  return { ...search, side, accountId, account, taxId, bankAccountId, name, times: alike.length, known: known ?? null };
}

/** The rule that may be made of a booked entry. Null: there is one already, or nothing to learn. */
export async function offerRule(tx: Db, id: string): Promise<RuleOffer | null> {
  const found = await learn(tx, id);
  if (!found || found.known) return null;
  const { taxId: _tax, bankAccountId: _bank, known: _known, ...offer } = found;
  return offer;
}

const lockRules = command(() => sql`select pg_advisory_xact_lock(hashtext('bank_rules'))`);

/**
 * Makes the rule that follows from a booked entry, and looks again for what the undecided entries of its account pay. It proposes and does not
 * book by itself. A second time it is found, not made.
 * @throws DomainError StateRefused `noRule` if there is nothing to learn
 */
export async function learnRule(tx: Db, id: string): Promise<MadeRule> {
  await lockRules(tx);
  const found = await learn(tx, id);
  if (!found) throw new DomainError('StateRefused', 'bankEntries.refusals.noRule');
  const { known, times: _times, account: _account, ...values } = found;
  if (known) return { id: known.id, name: known.name, isNew: false };
  const { bankAccountId, ...rule } = values;
  const [made] = await tx
    .insert(bankRules)
    .values({ ...rule, automatic: false })
    .returning({ id: bankRules.id });
  await matchEntries(tx, bankAccountId);
  return { id: made?.id ?? '', name: found.name, isNew: true };
}
