import { sql } from 'drizzle-orm';
import type { AccountKind } from '#contract/money/accounts';
import { KNOWN_ACCOUNTS, KNOWN_CODES, type KnownCode } from '#contract/money/known-tax-codes';
import { HOUSE_CURRENCY } from '#contract/money/scale';
import type { TaxDirection } from '#contract/money/tax';
import { HOUSE_COUNTRY, type VatCategory } from '#contract/money/vat';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { accounts } from './accounts/table.ts';
import { tax } from './tax/table.ts';

/** Finds the tax code under which a part of a document is booked. */

export type TaxCode = {
  code: string;
  rate: number;
  reverseCharge: boolean;
  accountNo: string;
  vatAccountNo: string;
  owedAccountNo: string;
};
type Treatment = { category: VatCategory; rate: number };
type Asked = Treatment & { direction: TaxDirection; day: string };

/** Whoever buys under reverse charge finds no rate on the bill; the code has the rate that the house owes (§ 13b, § 1a UStG). */
const OWED: readonly VatCategory[] = ['AE', 'K'];
const isOwed = ({ direction, category }: Pick<Asked, 'direction' | 'category'>): boolean => direction === 'in' && OWED.includes(category);

const find = statement(
  {
    code: tax.code,
    rate: tax.rate,
    reverseCharge: tax.reverseCharge,
    accountNo: tax.accountNo,
    vatAccountNo: tax.vatAccountNo,
    owedAccountNo: tax.owedAccountNo,
  },
  ({ direction, category, rate, day }: Asked) =>
    sql`select code, rate, reverse_charge, account_no, vat_account_no, owed_account_no from tax
      where deleted_at is null and direction = ${direction} and category = ${category} and (rate = ${rate} or ${isOwed({ direction, category })})
        and (valid_from is null or valid_from <= ${day}) and (valid_to is null or valid_to >= ${day})
      order by country = ${HOUSE_COUNTRY} desc, rate desc, valid_from desc nulls last, code limit 1`,
  [{ direction: 'out', category: 'S', rate: 0, day: '2026-01-01' }],
);

const openAccount = command(
  ({ no, name, kind, currency }: { no: string; name: string; kind: AccountKind; currency: string }) =>
    sql`insert into accounts (no, name, kind, currency) select ${no}, ${name}, ${kind}, ${currency} where not exists (select from accounts where no = ${no}) on conflict do nothing`,
);

/** A code that somebody deleted is not written again. */
const insert = command(
  ({
    direction,
    category,
    rate,
    code,
    name,
    accountNo = '',
    vatAccountNo = '',
    owedAccountNo = '',
    datevKey = '',
    boxBase = '',
    boxTax = '',
    boxOwed = '',
    ecList,
  }: KnownCode) =>
    sql`insert into tax (code, name, country, category, rate, reverse_charge, direction, account_no, vat_account_no, owed_account_no, datev_key, box_base, box_tax, box_owed, ec_list)
      select ${code}, ${name}, ${HOUSE_COUNTRY}, ${category}, ${rate}, ${isOwed({ direction, category }) || category === 'AE'}, ${direction}, ${accountNo}, ${vatAccountNo}, ${owedAccountNo}, ${datevKey}, ${boxBase}, ${boxTax}, ${boxOwed}, ${ecList ?? null}
        where not exists (select from tax where code = ${code}) on conflict do nothing`,
  [{ direction: 'out', category: 'S', rate: 1900, code: 'X', name: 'X' }],
);

/**
 * The code of a supply on the day of the service.
 * @throws DomainError StateRefused `taxCodeMissing` if there is none with this category and rate that is valid on that day
 */
export async function taxCodeOf(tx: Db, direction: TaxDirection, { category, rate }: Treatment, day: string): Promise<TaxCode> {
  const asked = { direction, category, rate, day };
  const found = await find.first(tx, asked);
  if (found) return found;
  const known = KNOWN_CODES.find((one) => one.direction === direction && one.category === category && (one.rate === rate || isOwed(asked)));
  if (known) await insert(tx, known);
  const made = known ? await find.first(tx, asked) : null;
  if (!made) throw new DomainError('StateRefused', 'invoices.refusals.taxCodeMissing');
  return made;
}

const findAccount = statement(
  { id: accounts.id },
  ({ no, currency }: { no: string; currency: string }) =>
    sql`select id from accounts where deleted_at is null and currency = ${currency} and no in (${no}, ${no} || '-' || ${currency}) limit 1`,
);

/**
 * The account that a tax code names, in the currency of a document: 8400, or 8400-USD for dollars. Null if the code names none. An account
 * of a known code is opened when it is missing.
 * @throws DomainError StateRefused `accountMissing` if the code names another one that there is not
 */
export async function accountOf(tx: Db, no: string, currency: string): Promise<string | null> {
  if (no === '') return null;
  const own = KNOWN_ACCOUNTS[no];
  let found = await findAccount.first(tx, { no, currency });
  if (!found && own) {
    const [kind, name] = own;
    const suffix = currency === HOUSE_CURRENCY ? '' : currency;
    await openAccount(tx, { no: suffix ? `${no}-${suffix}` : no, name: `${name} ${suffix}`.trim(), kind, currency });
    found = await findAccount.first(tx, { no, currency });
  }
  if (!found) throw new DomainError('StateRefused', 'invoices.refusals.accountMissing');
  return found.id;
}
