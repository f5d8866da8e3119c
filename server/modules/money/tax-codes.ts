import { sql } from 'drizzle-orm';
import type { EC_LIST_KINDS, TaxDirection } from '#contract/money/tax';
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

type Known = {
  direction: TaxDirection;
  category: VatCategory;
  rate: number;
  code: string;
  name: string;
  datevKey?: string;
  boxBase?: string;
  boxTax?: string;
  boxOwed?: string;
  ecList?: (typeof EC_LIST_KINDS)[number];
};
/**
 * The codes a German house uses, written when the first document needs one. Boxes are those of the UStVA; keys are those of DATEV for accounts
 * that are not automatic.
 */
const KNOWN: readonly Known[] = [
  { direction: 'out', category: 'S', rate: 1900, code: 'DE19', name: 'Germany, standard', boxBase: '81' },
  { direction: 'out', category: 'S', rate: 700, code: 'DE7', name: 'Germany, reduced', boxBase: '86' },
  { direction: 'out', category: 'Z', rate: 0, code: 'DE0', name: 'Germany, zero' },
  { direction: 'out', category: 'E', rate: 0, code: 'EX-4', name: 'Exempt, section 4 UStG', boxBase: '48' },
  { direction: 'out', category: 'AE', rate: 0, code: 'EU0', name: 'Services to the EU, reverse charge', boxBase: '21', ecList: 'services' },
  { direction: 'out', category: 'K', rate: 0, code: 'EU-G', name: 'Goods to the EU', boxBase: '41', ecList: 'goods' },
  { direction: 'out', category: 'G', rate: 0, code: 'EXPORT', name: 'Export of goods', boxBase: '43' },
  { direction: 'out', category: 'O', rate: 0, code: 'ABROAD', name: 'Services taxable abroad', boxBase: '45' },
  { direction: 'in', category: 'S', rate: 1900, code: 'VST19', name: 'Input VAT, standard', datevKey: '9', boxTax: '66' },
  { direction: 'in', category: 'S', rate: 700, code: 'VST7', name: 'Input VAT, reduced', datevKey: '8', boxTax: '66' },
  { direction: 'in', category: 'Z', rate: 0, code: 'VST0', name: 'Bought at zero' },
  { direction: 'in', category: 'E', rate: 0, code: 'VST-EX', name: 'Bought exempt' },
  {
    direction: 'in',
    category: 'AE',
    rate: 1900,
    code: 'RC19',
    name: 'Services bought, section 13b UStG',
    datevKey: '94',
    boxBase: '46',
    boxTax: '67',
    boxOwed: '47',
  },
  {
    direction: 'in',
    category: 'K',
    rate: 1900,
    code: 'EU-IN19',
    name: 'Goods bought in the EU',
    datevKey: '19',
    boxBase: '89',
    boxTax: '61',
  },
  { direction: 'in', category: 'G', rate: 0, code: 'IMPORT', name: 'Goods bought outside the EU' },
  { direction: 'in', category: 'O', rate: 0, code: 'VST-ABROAD', name: 'Bought, not taxable here' },
];

/** A code that somebody deleted is not written again. */
const insert = command(
  ({ direction, category, rate, code, name, datevKey = '', boxBase = '', boxTax = '', boxOwed = '', ecList }: Known) =>
    sql`insert into tax (code, name, country, category, rate, reverse_charge, direction, datev_key, box_base, box_tax, box_owed, ec_list)
      select ${code}, ${name}, ${HOUSE_COUNTRY}, ${category}, ${rate}, ${isOwed({ direction, category }) || category === 'AE'}, ${direction}, ${datevKey}, ${boxBase}, ${boxTax}, ${boxOwed}, ${ecList ?? null}
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
  const known = KNOWN.find((one) => one.direction === direction && one.category === category && (one.rate === rate || isOwed(asked)));
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
 * The account that a tax code names, in the currency of a document: 8400, or 8400-USD for dollars. Null if the code names none.
 * @throws DomainError StateRefused `accountMissing` if it names one that there is not
 */
export async function accountOf(tx: Db, no: string, currency: string): Promise<string | null> {
  if (no === '') return null;
  const found = await findAccount.first(tx, { no, currency });
  if (!found) throw new DomainError('StateRefused', 'invoices.refusals.accountMissing');
  return found.id;
}
