import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { CURRENCIES, Currency, Id } from '#contract/core/fields';
import { AGES } from '#contract/money/open';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';

export const PARTY_KINDS = ['merchants', 'customers', 'suppliers', 'carriers'] as const;
const SIDES = ['receivable', 'payable'] as const;
const SIDE_OF = { merchants: 'receivable', customers: 'receivable', suppliers: 'payable', carriers: 'payable' } as const;
const Sums = z.object({ notDue: z.int(), d30: z.int(), d60: z.int(), d90: z.int(), older: z.int(), total: z.int() });
const Balance = Sums.extend({
  partyKind: z.enum(PARTY_KINDS),
  partyId: Id,
  party: z.string(),
  currency: Currency,
  /** Payments and credit notes not allocated yet. Included in `total`, but in no age group. */
  unallocated: z.int(),
  items: z.int(),
});
export const Balances = z.object({
  asOf: z.string(),
  rows: z.array(Balance),
  /** Receivables and payables are added up apart: what we owe one party does not lessen what another owes us. */
  totals: z.array(Sums.extend({ side: z.enum(SIDES), currency: Currency, unallocated: z.int() })),
});

const [notDue, d30, d60, d90] = AGES;
/** Condition: more than `from` and at most `to` days overdue. */
const between = (from: number, to: number) => sql`days > ${from} and days <= ${to}`;

/**
 * How to read one type of document. `columns` selects the party and: `sign`, 1 if the party owes us, else -1; `loose`, true for payments
 * and credit notes that can still be allocated.
 */
type Documents = { table: SQL; columns: SQL; issued: SQL; live: (day: string) => SQL };
const INVOICES: Documents = {
  table: sql`invoices`,
  columns: sql`d.id, case when d.merchant_id is null then 'customers' else 'merchants' end as party_kind, coalesce(d.merchant_id, d.customer_id) as party_id,
    d.currency, d.kind = 'creditNote' as loose, d.due_date as due, case d.kind when 'invoice' then 1 else -1 end as sign`,
  issued: sql`d.issue_date`,
  live: () => sql`true`,
};
const BILLS: Documents = {
  table: sql`bills`,
  columns: sql`d.id, case when d.supplier_id is null then 'carriers' else 'suppliers' end as party_kind, coalesce(d.supplier_id, d.carrier_id) as party_id,
    d.currency, d.kind = 'credit' as loose, d.due_date as due, case d.kind when 'bill' then -1 else 1 end as sign`,
  issued: sql`d.bill_date`,
  live: () => sql`true`,
};
const PAYMENTS: Documents = {
  table: sql`payments`,
  columns: sql`d.id, case when d.merchant_id is not null then 'merchants' when d.customer_id is not null then 'customers' when d.supplier_id is not null then 'suppliers'
      else 'carriers' end as party_kind, coalesce(d.merchant_id, d.customer_id, d.supplier_id, d.carrier_id) as party_id,
    d.currency, true as loose, d.paid_on as due, case d.direction when 'in' then -1 else 1 end as sign`,
  issued: sql`d.paid_on`,
  live: (day) => sql`(d.reversed_at is null or kontor_day(d.reversed_at) > ${day}::date)`,
};

const now = ({ table, columns, issued }: Documents, day: string): SQL =>
  sql`select ${columns}, d.open as amount from ${table} d where d.open > 0 and ${issued} <= ${day}::date`;
/** Amounts allocated after the day, less those reversed after it. They were still open on that day. */
const since = ({ table, columns, issued, live }: Documents, side: string, day: string): SQL =>
  sql`select ${columns}, a.amount from allocations a join ${table} d on d.id = a.${sql.identifier(side)}
    where a.allocated_on > ${day}::date and a.${sql.identifier(side)} is not null and ${issued} <= ${day}::date and ${live(day)}`;

const FIGURES = {
  total: cell.double,
  unallocated: cell.double,
  notDue: cell.double,
  d30: cell.double,
  d60: cell.double,
  d90: cell.double,
  older: cell.double,
};
const findBalances = statement(
  {
    partyKind: cell.oneOf(PARTY_KINDS),
    partyId: cell.uuid,
    party: cell.text,
    currency: cell.oneOf(CURRENCIES),
    items: cell.integer,
    ...FIGURES,
  },
  ({ asOf }: { asOf: string }) => sql`with part as (
        ${now(INVOICES, asOf)} union all ${since(INVOICES, 'invoice_id', asOf)} union all ${since(INVOICES, 'credit_id', asOf)}
        union all ${now(BILLS, asOf)} union all ${since(BILLS, 'bill_id', asOf)} union all ${since(BILLS, 'credit_bill_id', asOf)} union all ${now(PAYMENTS, asOf)} union all ${since(PAYMENTS, 'payment_id', asOf)}
        union all select ${PAYMENTS.columns}, d.amount - d.settled from payments d
          where d.reversed_at >= ${asOf}::date - 1 and kontor_day(d.reversed_at) > ${asOf}::date and d.paid_on <= ${asOf}::date
      ), item as (
        select party_kind, party_id, currency, loose, ${asOf}::date - due as days, sum(sign * amount) as open from part
          group by id, party_kind, party_id, currency, loose, due, sign having sum(amount) <> 0
      ), summed as (
        select party_kind, party_id, currency, count(*)::int as items, sum(open) as total,
            coalesce(sum(open) filter (where loose), 0) as unallocated,
            coalesce(sum(open) filter (where not loose and days <= ${notDue.to}), 0) as not_due,
            coalesce(sum(open) filter (where not loose and ${between(notDue.to, d30.to)}), 0) as d30,
            coalesce(sum(open) filter (where not loose and ${between(d30.to, d60.to)}), 0) as d60,
            coalesce(sum(open) filter (where not loose and ${between(d60.to, d90.to)}), 0) as d90,
            coalesce(sum(open) filter (where not loose and days > ${d90.to}), 0) as older
          from item group by 1, 2, 3
      )
      select s.party_kind as "partyKind", s.party_id as "partyId", coalesce(m.name, c.name, v.name, r.name, '') as party, s.currency, s.items, s.total::float8 as total, s.unallocated::float8 as unallocated,
          s.not_due::float8 as "notDue", s.d30::float8 as d30, s.d60::float8 as d60, s.d90::float8 as d90, s.older::float8 as older
        from summed s left join merchants m on m.id = s.party_id left join customers c on c.id = s.party_id left join suppliers v on v.id = s.party_id left join carriers r on r.id = s.party_id
        order by abs(s.total) desc, party limit 5000`,
);

/**
 * Open amounts at the end of a day, by party and currency: documents issued and payments made by then, less what was allocated by then.
 * Positive: the party owes us. Negative: we owe the party. Computed backwards from the current open amounts and the allocations since that
 * day, so that the cost does not grow with the whole history.
 */
export async function readBalances(db: Db, asOf: string): Promise<z.infer<typeof Balances>> {
  const rows = await findBalances(db, { asOf });
  const totals = new Map<string, z.infer<typeof Balances>['totals'][number]>();
  for (const row of rows) {
    const side = SIDE_OF[row.partyKind];
    const key = `${side} ${row.currency}`;
    const sum = totals.get(key) ?? {
      side,
      currency: row.currency,
      notDue: 0,
      d30: 0,
      d60: 0,
      d90: 0,
      older: 0,
      unallocated: 0,
      total: 0,
    };
    for (const age of ['notDue', 'd30', 'd60', 'd90', 'older', 'unallocated', 'total'] as const) sum[age] += row[age];
    totals.set(key, sum);
  }
  const ordered = [...totals.values()].sort((a, b) => SIDES.indexOf(a.side) - SIDES.indexOf(b.side));
  return { asOf, rows, totals: ordered };
}
