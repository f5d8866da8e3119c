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
    await db.execute(sql`with later as materialized (
        select payment_id, credit_id, invoice_id, bill_id, sum(amount) as amount from allocations where allocated_on > ${asOf} group by grouping sets ((payment_id), (credit_id), (invoice_id), (bill_id))
      ), settled as materialized (
        select coalesce(invoice_id, credit_id) as id, sum(amount) as amount from later where invoice_id is not null or credit_id is not null group by 1
      ), invoice as (
        select id, 0 as amount from invoices where open > 0 and id not in (select id from settled) union all select id, amount from settled
      ), bill as (
        select id, 0 as amount from bills where open > 0 and id not in (select bill_id from later where bill_id is not null) union all select bill_id, amount from later where bill_id is not null
      ), payment as (
        select id, sum(amount) as amount from (
          select id, 0 as amount from payments where open > 0
          union all select id, 0 from payments where reversed_at is not null and reversed_at >= ${asOf}::date - 1
          union all select payment_id, amount from later where payment_id is not null
        ) p group by 1
      ), item as (
        select coalesce(i.merchant_id, i.customer_id) as party_id, case when i.merchant_id is null then 'customers' else 'merchants' end as party_kind, i.currency,
            case i.kind when 'invoice' then 1 else -1 end * (i.gross - i.settled + s.amount) as open, ${asOf}::date - i.due_date as days, i.kind = 'creditNote' as loose
          from invoice s join invoices i on i.id = s.id where i.posted_at is not null and i.issue_date <= ${asOf}
        union all
        select coalesce(b.supplier_id, b.carrier_id), case when b.supplier_id is null then 'carriers' else 'suppliers' end, b.currency, b.settled - s.amount - b.gross, ${asOf}::date - b.due_date, false
          from bill s join bills b on b.id = s.id where b.approved_at is not null and b.bill_date <= ${asOf}
        union all
        select coalesce(p.merchant_id, p.customer_id, p.supplier_id, p.carrier_id),
            case when p.merchant_id is not null then 'merchants' when p.customer_id is not null then 'customers' when p.supplier_id is not null then 'suppliers' else 'carriers' end,
            p.currency, case p.direction when 'in' then -1 else 1 end * (p.amount - p.settled + s.amount), 0, true
          from payment s join payments p on p.id = s.id where p.paid_on <= ${asOf} and (p.reversed_at is null or kontor_day(p.reversed_at) > ${asOf}::date)
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
