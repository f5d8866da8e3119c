import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { LINE_RESULTS } from '#contract/billing/carrier-costs';
import { CalendarDate, Currency, Id } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { houseDay } from '../../core/db/house-day.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { carriers } from '../shipping/carriers/table.ts';
import { labelPurchases } from '../shipping/tables.ts';
import { carrierBillLines } from './carrier-bill-lines/table.ts';

/** What comparisons found, and the other way round: labels that no bill names yet. */

const NO_ID = '00000000-0000-7000-8000-000000000000';

export const ResultSum = z.object({
  result: z.enum(LINE_RESULTS),
  count: z.int(),
  undecided: z.int(),
  amount: z.int(),
  /** What was billed above what is right; less is not subtracted. */
  above: z.int(),
  accepted: z.int(),
  disputed: z.int(),
  charged: z.int(),
});
export const readResults = statement(
  {
    result: carrierBillLines.result,
    count: cell.bigint,
    undecided: cell.bigint,
    amount: cell.numeric,
    above: cell.numeric,
    accepted: cell.bigint,
    disputed: cell.bigint,
    charged: cell.bigint,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select result, count(*) as count, count(*) filter (where state = 'open') as undecided, sum(amount) as amount, sum(greatest(difference, 0)) as above,
      count(*) filter (where state = 'accepted') as accepted, count(*) filter (where state = 'disputed') as disputed, count(*) filter (where state = 'charged') as charged
    from carrier_bill_lines where carrier_bill_id = ${id}::uuid group by 1 order by count(*) desc, 1`,
  [{ id: NO_ID }],
);

export const CarrierSum = z.object({
  carrierId: Id,
  carrier: z.string(),
  currency: Currency,
  result: z.enum(LINE_RESULTS),
  count: z.int(),
  amount: z.int(),
  above: z.int(),
  undecided: z.int(),
});
export const Period = z.strictObject({ from: CalendarDate, to: CalendarDate });
/** By the last day that a list names; a list without days, by the day on which it was read. */
export const readCarriers = statement(
  {
    carrierId: carrierBillLines.carrierId,
    carrier: carriers.name,
    currency: carrierBillLines.currency,
    result: carrierBillLines.result,
    count: cell.bigint,
    amount: cell.numeric,
    above: cell.numeric,
    undecided: cell.bigint,
  },
  ({
    from,
    to,
  }: z.infer<
    typeof Period
  >) => sql`select l.carrier_id, c.name as carrier, l.currency, l.result, count(*) as count, sum(l.amount) as amount, sum(greatest(l.difference, 0)) as above,
      count(*) filter (where l.state = 'open') as undecided
    from carrier_bills b join carrier_bill_lines l on l.carrier_bill_id = b.id join carriers c on c.id = l.carrier_id
    where b.state = 'compared' and coalesce(b.to_on, kontor_day(b.created_at)) between ${from}::date and ${to}::date group by 1, 2, 3, 4 order by 2, 3, 5 desc, 4`,
  [{ from: '2026-01-01', to: '2026-01-31' }],
);

export const Unbilled = z.object({
  count: z.int(),
  amount: z.int(),
  labels: z.array(
    z.object({
      id: Id,
      trackingNo: z.string(),
      parcelId: Id,
      boughtAt: z.string(),
      service: z.string(),
      cost: z.int().nullable(),
      currency: Currency.nullable(),
    }),
  ),
});
/** Labels that are shown. */
const SHOWN = 200;
const NAMED = sql`exists (select from carrier_bill_lines l where l.carrier_id = p.carrier_id and l.state <> 'takenBack'
  and l.tracking_key = (ltrim(regexp_replace(upper(p.tracking_no), '[^A-Z0-9]', '', 'g'), '0')))`;
const findUnbilled = statement(
  {
    id: labelPurchases.id,
    trackingNo: labelPurchases.trackingNo,
    parcelId: labelPurchases.parcelId,
    boughtAt: cell.instant,
    service: labelPurchases.service,
    cost: orNull(labelPurchases.cost),
    currency: orNull(labelPurchases.currency),
    count: cell.bigint,
    amount: cell.numeric,
  },
  ({
    carrierId,
    from,
    to,
  }: z.infer<typeof Period> & {
    carrierId: string;
  }) => sql`select p.id, p.tracking_no, p.parcel_id, p.bought_at, p.service, p.cost, p.currency, count(*) over () as count,
      coalesce(sum(p.cost) over (), 0) as amount
    from label_purchases p where p.carrier_id = ${carrierId}::uuid and p.voided_at is null and p.bought_at >= ${from}::date - 1 and p.bought_at < ${to}::date + 2
      and ${houseDay(sql`p.bought_at`)} between ${from}::date and ${to}::date and not ${NAMED} order by p.bought_at, p.id limit ${SHOWN}`,
  [{ carrierId: NO_ID, from: '2026-01-01', to: '2026-01-31' }],
);

/** Labels of a carrier that were bought on these days, are not void, and stand on none of its bills. */
export async function readUnbilled(db: Db, asked: z.infer<typeof Period> & { carrierId: string }): Promise<z.infer<typeof Unbilled>> {
  const rows = await findUnbilled(db, asked);
  return {
    count: rows[0]?.count ?? 0,
    amount: rows[0]?.amount ?? 0,
    labels: rows.map(({ count: _count, amount: _amount, ...label }) => label),
  };
}
