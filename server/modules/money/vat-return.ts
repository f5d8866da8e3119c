import { sql } from 'drizzle-orm';
import { TAX_DIRECTIONS } from '#contract/money/tax';
import { type CodeSums, vatFigures } from '#contract/money/vat-return';
import type { Db } from '../../core/db/client.ts';
import { cell, notNull, statement } from '../../core/db/statement.ts';
import type { Period } from './ledger-reports.ts';
import { tax } from './tax/table.ts';

/**
 * Figures of the German VAT return (§ 18 UStG) and of the EC sales list (§ 18a UStG). Both count by the tax point, so that services of
 * January that are billed in February belong to January.
 */

const EXAMPLE = { from: '2026-01-01', to: '2026-01-31' };
/** One row of each code: the one in use, else the last deleted one. */
const codes = sql`(select distinct on (code) * from tax order by code, deleted_at is null desc, sort_at desc)`;

const sumByCode = statement(
  {
    code: tax.code,
    direction: cell.oneOf(TAX_DIRECTIONS),
    boxBase: tax.boxBase,
    boxTax: tax.boxTax,
    boxOwed: tax.boxOwed,
    base: cell.double,
    owed: cell.double,
    input: cell.double,
  },
  ({ from, to }: Period) =>
    sql`select x.code, x.direction, x.box_base, x.box_tax, x.box_owed,
        (coalesce(sum(t.base) filter (where a.kind not in ('vat', 'inputVat')), 0) * case x.direction when 'out' then -1 else 1 end)::float8 as base,
        coalesce(-sum(t.base) filter (where a.kind = 'vat'), 0)::float8 as owed, coalesce(sum(t.base) filter (where a.kind = 'inputVat'), 0)::float8 as input
      from transactions t join accounts a on a.id = t.account_id join ${codes} x on x.code = t.tax_code
      where t.tax_code <> '' and t.tax_on between ${from} and ${to} group by 1, 2, 3, 4, 5 order by x.code`,
  [EXAMPLE],
);

/**
 * The movement of the tax accounts in the period, below zero if owed, and what lies between it and the return: lines without a code, lines
 * booked in the period whose tax point lies outside, and lines of the period that are booked outside.
 */
const reconcile = statement(
  { accounts: cell.double, withoutCode: cell.double, otherPeriod: cell.double, bookedElsewhere: cell.double },
  ({ from, to }: Period) =>
    sql`select coalesce(sum(t.base) filter (where booked), 0)::float8 as accounts, coalesce(sum(t.base) filter (where booked and tax_code = ''), 0)::float8 as without_code,
        coalesce(sum(t.base) filter (where booked and tax_code <> '' and not taxed), 0)::float8 as other_period,
        coalesce(sum(t.base) filter (where not booked and tax_code <> ''), 0)::float8 as booked_elsewhere
      from (select l.base, l.tax_code, l.booked_on between ${from} and ${to} as booked, coalesce(l.tax_on between ${from} and ${to}, false) as taxed
          from transactions l join accounts a on a.id = l.account_id
          where a.kind in ('vat', 'inputVat') and (l.booked_on between ${from} and ${to} or l.tax_on between ${from} and ${to})) t
      where booked or taxed`,
  [EXAMPLE],
);

export type VatReturn = ReturnType<typeof vatFigures> & {
  reconciliation: { accounts: number; withoutCode: number; otherPeriod: number; bookedElsewhere: number; unexplained: number };
};

/** The figures of a period and how they agree with the tax accounts. `unexplained` is zero unless a code has no tax code row. */
export async function vatReturn(db: Db, period: Period): Promise<VatReturn> {
  const sums: CodeSums[] = await sumByCode(db, period);
  const found = vatFigures(sums);
  const { accounts, withoutCode, otherPeriod, bookedElsewhere } = await reconcile.one(db, period);
  const unexplained = found.due + accounts - withoutCode - otherPeriod + bookedElsewhere;
  return { ...found, reconciliation: { accounts, withoutCode, otherPeriod, bookedElsewhere, unexplained } };
}

/** The supplies of a period by VAT id and kind, in cents; cut to whole euros when reported. A row without an id must be completed first. */
export const ecSalesList = statement(
  { vatId: cell.text, party: cell.text, kind: notNull(tax.ecList), amount: cell.double },
  ({ from, to }: Period) =>
    sql`select i.party_vat_id as vat_id, min(i.party_name) as party, x.ec_list as kind, (-sum(t.base))::float8 as amount
      from transactions t join accounts a on a.id = t.account_id join ${codes} x on x.code = t.tax_code join invoices i on i.id = t.invoice_id
      where t.tax_on between ${from} and ${to} and x.ec_list is not null and x.direction = 'out' and a.kind not in ('vat', 'inputVat')
      group by 1, 3 having sum(t.base) <> 0 order by 1, 3`,
  [EXAMPLE],
);
