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
 * What we are owed is above zero, what we owe below. Set-based: the allocations of all documents are summed in one pass.
 */
export async function readBalances(db: Db, asOf: string): Promise<z.infer<typeof Balances>> {
  const rows = rowsOf(
    await db.execute(sql`with taken as materialized (
        select payment_id, credit_id, invoice_id, bill_id, sum(amount) as amount from allocations where allocated_on <= ${asOf} group by grouping sets ((payment_id), (credit_id), (invoice_id), (bill_id))
      ), item as (
        select coalesce(i.merchant_id, i.customer_id) as party_id, case when i.merchant_id is null then 'customers' else 'merchants' end as party_kind, i.currency,
            case i.kind when 'invoice' then 1 else -1 end * (i.gross - coalesce(t.amount, 0) - coalesce(c.amount, 0)) as open, ${asOf}::date - i.due_date as days, i.kind = 'creditNote' as loose
          from invoices i left join taken t on t.invoice_id = i.id left join taken c on c.credit_id = i.id where i.posted_at is not null and i.issue_date <= ${asOf}
        union all
        select coalesce(b.supplier_id, b.carrier_id), case when b.supplier_id is null then 'carriers' else 'suppliers' end, b.currency, coalesce(t.amount, 0) - b.gross, ${asOf}::date - b.due_date, false
          from bills b left join taken t on t.bill_id = b.id where b.approved_at is not null and b.bill_date <= ${asOf}
        union all
        select coalesce(p.merchant_id, p.customer_id, p.supplier_id, p.carrier_id),
            case when p.merchant_id is not null then 'merchants' when p.customer_id is not null then 'customers' when p.supplier_id is not null then 'suppliers' else 'carriers' end,
            p.currency, case p.direction when 'in' then -1 else 1 end * (p.amount - coalesce(t.amount, 0)), 0, true
          from payments p left join taken t on t.payment_id = p.id where p.paid_on <= ${asOf} and (p.reversed_at is null or kontor_day(p.reversed_at) > ${asOf}::date)
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
