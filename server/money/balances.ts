import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Currency, Id } from '#contract/fields';
import { AGES } from '#contract/money/open';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';

export const PARTY_KINDS = ['merchants', 'customers', 'suppliers', 'carriers'] as const;
const Sums = z.object({ notDue: z.int(), d30: z.int(), d60: z.int(), d90: z.int(), older: z.int(), total: z.int() });
const Balance = Sums.extend({
  partyKind: z.enum(PARTY_KINDS),
  partyId: Id,
  party: z.string(),
  currency: Currency,
  /** Paid or credited and not allocated: in `total` already, in none of the ages. */
  unallocated: z.int(),
  items: z.int(),
});
export const Balances = z.object({
  asOf: z.string(),
  rows: z.array(Balance),
  totals: z.array(Sums.extend({ currency: Currency, unallocated: z.int() })),
});

const [notDue, d30, d60, d90] = AGES;
/** Days between the last that belongs to the age before and the last of this one. */
const between = (from: number, to: number) => sql`days > ${from} and days <= ${to}`;

/**
 * What was open at the end of a day, by party and currency: documents issued and money moved until then, less what was allocated until then.
 * What we are owed is above zero, what we owe below. Counted back from today: what is open now, and what was allocated or taken back since
 * that day, so that it costs what is open and what happened since, not the whole history.
 */
export async function readBalances(db: Db, asOf: string): Promise<z.infer<typeof Balances>> {
  const rows = rowsOf(
    await db.execute(sql`with invoice_later as materialized (
        select id, sum(amount) as amount from (
          select invoice_id as id, amount from allocations where allocated_on > ${asOf} and invoice_id is not null
          union all select credit_id, amount from allocations where allocated_on > ${asOf} and credit_id is not null
        ) l group by 1
      ), bill_later as materialized (
        select bill_id as id, sum(amount) as amount from allocations where allocated_on > ${asOf} and bill_id is not null group by 1
      ), payment_later as materialized (
        select payment_id as id, sum(amount) as amount from allocations where allocated_on > ${asOf} and payment_id is not null group by 1
      ), invoice as (
        select i.merchant_id, i.customer_id, i.currency, i.kind, i.due_date, i.issue_date, i.open + coalesce(l.amount, 0) as then_open from invoices i left join invoice_later l on l.id = i.id where i.open > 0
        union all select i.merchant_id, i.customer_id, i.currency, i.kind, i.due_date, i.issue_date, l.amount from invoice_later l join invoices i on i.id = l.id where i.open = 0
      ), bill as (
        select b.supplier_id, b.carrier_id, b.currency, b.due_date, b.bill_date, b.open + coalesce(l.amount, 0) as then_open from bills b left join bill_later l on l.id = b.id where b.open > 0
        union all select b.supplier_id, b.carrier_id, b.currency, b.due_date, b.bill_date, l.amount from bill_later l join bills b on b.id = l.id where b.open = 0
      ), payment as (
        select p.*, p.amount - p.settled + coalesce(l.amount, 0) as then_open from payments p left join payment_later l on l.id = p.id where p.open > 0
        union all select p.*, p.amount - p.settled + coalesce(l.amount, 0) from payments p left join payment_later l on l.id = p.id
          where p.reversed_at is not null and p.reversed_at >= ${asOf}::date - 1 and kontor_day(p.reversed_at) > ${asOf}::date
        union all select p.*, l.amount from payment_later l join payments p on p.id = l.id where p.open = 0 and p.reversed_at is null
      ), item as (
        select coalesce(merchant_id, customer_id) as party_id, case when merchant_id is null then 'customers' else 'merchants' end as party_kind, currency,
            case kind when 'invoice' then 1 else -1 end * then_open as open, ${asOf}::date - due_date as days, kind = 'creditNote' as loose
          from invoice where issue_date <= ${asOf}
        union all
        select coalesce(supplier_id, carrier_id), case when supplier_id is null then 'carriers' else 'suppliers' end, currency, -then_open, ${asOf}::date - due_date, false
          from bill where bill_date <= ${asOf}
        union all
        select coalesce(merchant_id, customer_id, supplier_id, carrier_id),
            case when merchant_id is not null then 'merchants' when customer_id is not null then 'customers' when supplier_id is not null then 'suppliers' else 'carriers' end,
            currency, case direction when 'in' then -1 else 1 end * then_open, 0, true
          from payment where paid_on <= ${asOf}
      ), summed as (
        select party_kind, party_id, currency, count(*)::int as items, sum(open) as total,
            coalesce(sum(open) filter (where loose), 0) as unallocated,
            coalesce(sum(open) filter (where not loose and days <= ${notDue.to}), 0) as not_due,
            coalesce(sum(open) filter (where not loose and ${between(notDue.to, d30.to)}), 0) as d30,
            coalesce(sum(open) filter (where not loose and ${between(d30.to, d60.to)}), 0) as d60,
            coalesce(sum(open) filter (where not loose and ${between(d60.to, d90.to)}), 0) as d90,
            coalesce(sum(open) filter (where not loose and days > ${d90.to}), 0) as older
          from item where open <> 0 group by 1, 2, 3
      )
      select s.party_kind as "partyKind", s.party_id as "partyId", coalesce(m.name, c.name, v.name, r.name, '') as party, s.currency, s.items, s.total::float8 as total, s.unallocated::float8 as unallocated,
          s.not_due::float8 as "notDue", s.d30::float8 as d30, s.d60::float8 as d60, s.d90::float8 as d90, s.older::float8 as older
        from summed s left join merchants m on m.id = s.party_id left join customers c on c.id = s.party_id left join suppliers v on v.id = s.party_id left join carriers r on r.id = s.party_id
        order by abs(s.total) desc, party limit 5000`),
  ) as z.infer<typeof Balance>[];
  const totals = new Map<string, z.infer<typeof Balances>['totals'][number]>();
  for (const row of rows) {
    const sum = totals.get(row.currency) ?? {
      currency: row.currency,
      notDue: 0,
      d30: 0,
      d60: 0,
      d90: 0,
      older: 0,
      unallocated: 0,
      total: 0,
    };
    for (const key of ['notDue', 'd30', 'd60', 'd90', 'older', 'unallocated', 'total'] as const) sum[key] += row[key];
    totals.set(row.currency, sum);
  }
  return { asOf, rows, totals: [...totals.values()] };
}
