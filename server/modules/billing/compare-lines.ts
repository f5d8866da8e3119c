import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';

/** Compares the costs of a carrier's list with the labels that were bought. In sets, and repeatable: what was decided stays as it is. */

type Bill = { id: string };
const EXAMPLE = [{ id: '00000000-0000-7000-8000-000000000000' }];

/** As `trackingKey` (contract/billing/carrier-costs.ts); the index of label_purchases has the same expression. */
export const KEY_OF_LABEL = sql`(ltrim(regexp_replace(upper(p.tracking_no), '[^A-Z0-9]', '', 'g'), '0'))`;
/** Codes of zones and services are compared without case and signs: `Zone 1` and `zone-1`. */
const bare = (text: string) => sql`regexp_replace(upper(${sql.raw(text)}), '[^A-Z0-9]', '', 'g')`;

/**
 * A number may have several labels, of which the last that is not void counts. Of one cost of a parcel the first in all standing lists of the
 * carrier is right, and each further one is billed twice; another surcharge for the same parcel is not. A zone or service that the house
 * never bought with these labels is in the words of the carrier, and says nothing. An e-invoice has no profile: the tolerances of the carrier's
 * own one hold.
 */
export const compareLines = command(
  ({ id }: Bill) => sql`with mine as (
      select l.*, b.sort_at as billed_at, coalesce(f.cost_tolerance, 0) as cost_tolerance, coalesce(f.weight_tolerance, 0) as weight_tolerance
      from carrier_bill_lines l join carrier_bills b on b.id = l.carrier_bill_id left join lateral (
        select * from carrier_bill_profiles f where f.deleted_at is null and case when b.profile_id is null then f.carrier_id = b.carrier_id else f.id = b.profile_id end
        order by f.sort_at desc limit 1) f on true
      where l.carrier_bill_id = ${id}::uuid and l.state in ('none', 'open')),
    labelled as (
      select m.*, p.id as label_id, p.parcel_id as label_parcel, p.merchant_id as label_merchant, p.cost as label_cost, p.currency as label_currency,
        p.weight as grams, p.zone as bought_zone, p.service as bought_service, p.voided_at is not null as is_void
      from mine m left join lateral (
        select p.* from label_purchases p where ${KEY_OF_LABEL} = m.tracking_key and (p.carrier_id = m.carrier_id or p.carrier_id is null)
        order by p.voided_at is not null, p.bought_at desc, p.id limit 1) p on true),
    firsts as materialized (
      select distinct on (l.tracking_key, l.kind, lower(l.heading)) l.tracking_key, l.kind, lower(l.heading) as heading, l.id, l.carrier_bill_id
      from carrier_bill_lines l join carrier_bills b on b.id = l.carrier_bill_id
      where (l.carrier_id, l.tracking_key) in (select carrier_id, tracking_key from mine) and l.state <> 'takenBack' and l.amount > 0
      order by l.tracking_key, l.kind, lower(l.heading), b.sort_at, l.position),
    words as materialized (
      select array_agg(distinct ${bare('bought_zone')}) as zones, array_agg(distinct ${bare('bought_service')}) as services from labelled where label_id is not null),
    judged as (
      select d.*, f.carrier_bill_id as first_bill,
        case when d.amount < 0 then 'credit'
          when d.label_id is null then 'notOurs'
          when d.amount = 0 then 'ok'
          when f.id <> d.id then 'billedTwice'
          when d.is_void then 'labelVoid'
          when d.kind <> 'base' then 'surcharge'
          when d.label_cost is null or d.label_currency <> d.currency then 'costUnknown'
          when d.weight is not null and d.grams > 0 and d.weight > d.grams + d.weight_tolerance then 'weightDiffers'
          when d.bought_zone <> '' and ${bare('d.zone')} = any(w.zones) and ${bare('d.zone')} <> ${bare('d.bought_zone')} then 'zoneDiffers'
          when d.bought_service <> '' and ${bare('d.service')} = any(w.services) and ${bare('d.service')} <> ${bare('d.bought_service')} then 'zoneDiffers'
          when abs(d.amount - d.label_cost) > d.cost_tolerance then 'costDiffers'
          else 'ok' end as found
      from labelled d cross join words w left join firsts f on f.tracking_key = d.tracking_key and f.kind = d.kind and f.heading = lower(d.heading)),
    weighed as (
      select j.*, case when found in ('surcharge', 'billedTwice', 'notOurs', 'labelVoid', 'credit') then 0 when found = 'costUnknown' then null else label_cost end as right_cost
      from judged j),
    ended as (
      select w.*, case when amount = 0 or right_cost is null or (kind = 'base' and right_cost > 0 and abs(amount - right_cost) <= cost_tolerance) then 0 else amount - right_cost end as above
      from weighed w)
    update carrier_bill_lines l set purchase_id = e.label_id, parcel_id = e.label_parcel, merchant_id = e.label_merchant, label_weight = nullif(e.grams, 0),
      label_zone = coalesce(e.bought_zone, ''), result = e.found, expected = e.right_cost, difference = e.above,
      cause = case e.found when 'costDiffers' then 'price' when 'weightDiffers' then 'weight' when 'zoneDiffers' then 'zone' when 'surcharge' then e.kind end,
      earlier_id = case when e.found = 'billedTwice' then e.first_bill end,
      state = case when e.above > 0 or e.found = 'costUnknown' then 'open' else 'none' end
    from ended e where l.id = e.id
      and (l.purchase_id, l.label_weight, l.label_zone, l.result, l.expected, l.difference, l.earlier_id) is distinct from
        (e.label_id, nullif(e.grams, 0), coalesce(e.bought_zone, ''), e.found, e.right_cost, e.above, case when e.found = 'billedTwice' then e.first_bill end)`,
  EXAMPLE,
);

/** The figures of a list, from its lines. */
export const countLines = command(
  ({
    id,
  }: Bill) => sql`update carrier_bills b set costs = n.costs, matched = n.matched, differing = n.costs - n.matched, undecided = n.undecided, difference = n.difference
    from (select count(*)::int as costs, count(*) filter (where result in ('ok', 'credit'))::int as matched, count(*) filter (where state = 'open')::int as undecided,
        coalesce(sum(difference) filter (where difference > 0), 0)::bigint as difference
      from carrier_bill_lines where carrier_bill_id = ${id}::uuid) n
    where b.id = ${id}::uuid and (b.costs, b.matched, b.differing, b.undecided, b.difference) is distinct from (n.costs, n.matched, n.costs - n.matched, n.undecided, n.difference)`,
  EXAMPLE,
);

/** Lists of one carrier are stored, compared and taken back one after the other, because each cost is looked for in all of them. */
export const lockCarrier = command(
  ({ carrierId }: { carrierId: string }) => sql`select pg_advisory_xact_lock(hashtextextended('carrier_bills:' || ${carrierId}, 0))`,
  [{ carrierId: '' }],
);

/**
 * PostgreSQL has no figures of rows that this transaction has just written, takes them for a few and would read the first costs again for each
 * line. Joined by hash, 10,000 lines cost what they should. Lookups of labels go by index in either case.
 */
const manyLines = command(() => sql`set local enable_nestloop = off`);
const usual = command(() => sql`set local enable_nestloop = on`);

export async function compareBill(tx: Db, id: string): Promise<void> {
  await manyLines(tx);
  await compareLines(tx, { id });
  await usual(tx);
  await countLines(tx, { id });
}
