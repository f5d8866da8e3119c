import { sql } from 'drizzle-orm';
import { command } from '../../core/db/statement.ts';
import { BUYING_APIS } from './registry.ts';

/** What the list of labels to check holds, derived from purchases, attempts and the bills of carriers. */

/** Days after which a label whose parcel is still here is looked at. */
const PATIENCE = 7;
/** Days for which a label is looked at. Carriers bill within weeks. */
const LOOKED_AT = 180;

const texts = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::text[]`;
/**
 * Purchases. What stands on the parcel is the label that travels; another one that was not voided is a second number. Return labels are not
 * handed over here: the customer has them. Other purchases are looked up only where the numbers differ, which is rare.
 */
const PURCHASES = sql`select p.id as subject,
    case when p.voided_at is not null then 'voidedLocally' when o.tracking_no is not null then 'twoNumbers' else 'notHandedOver' end as kind,
    p.carrier_id, p.merchant_id, p.parcel_id, p.tracking_no, coalesce(o.tracking_no, '') as other_no, coalesce(p.voided_at, p.bought_at) as since,
    p.cost, b.billed, coalesce(p.currency, b.currency) as currency, b.carrier_bill_id,
    p.voided_at is null and c.id is not null as can_void, p.refused_void as message
  from label_purchases p join parcels q on q.id = p.parcel_id
    left join carriers c on c.id = p.carrier_id and c.api = any(${texts(BUYING_APIS)})
    left join lateral (select o.tracking_no from label_purchases o
      where p.voided_at is null and p.tracking_no <> q.tracking_no and o.parcel_id = p.parcel_id and o.tracking_no = q.tracking_no and o.voided_at is null limit 1) o on true
    left join lateral (select l.carrier_bill_id, l.currency, sum(l.difference)::bigint as billed from carrier_bill_lines l
      where p.voided_at is not null and l.carrier_id = p.carrier_id and l.tracking_key = (ltrim(regexp_replace(upper(p.tracking_no), '[^A-Z0-9]', '', 'g'), '0'))
        and l.purchase_id = p.id and l.state = 'open' and l.result = 'labelVoid' and (p.currency is null or l.currency = p.currency)
      group by 1, 2 order by billed desc limit 1) b on true
  where p.bought_at > now() - make_interval(days => ${LOOKED_AT}) and (p.voided_locally or (p.voided_at is null and (o.tracking_no is not null
    or (p.role = 'ship' and p.bought_at < now() - make_interval(days => ${PATIENCE}) and (q.handed_over_at is null or q.tracking_no <> p.tracking_no)))))`;
const ATTEMPTS = sql`select a.id, 'maybeBought', a.carrier_id, q.merchant_id, a.parcel_id, q.no, q.tracking_no, a.asked_at, null::bigint, null::bigint, null::text, null::uuid, false, a.message
  from label_attempts a join parcels q on q.id = a.parcel_id
  where a.state in ('asked', 'unclear') and a.asked_at between now() - make_interval(days => ${LOOKED_AT}) and now() - make_interval(days => ${PATIENCE})`;
const BILLED = sql`select (array_agg(l.id order by l.position))[1], 'notBought', l.carrier_id, null::uuid, null::uuid, min(l.tracking_no), '',
    min(l.created_at), null::bigint, sum(l.difference)::bigint, l.currency, l.carrier_bill_id, false, ''
  from carrier_bill_lines l where l.result = 'notOurs' and l.state = 'open' group by l.carrier_bill_id, l.carrier_id, l.currency, l.tracking_key`;

/** One run at a time, because it compares everything with what the run before found. */
export const lockReview = command(() => sql`select pg_advisory_xact_lock(hashtextextended('label_review', 0))`);

/**
 * Writes down what is found, and settles what is not found any more. What was accepted or disputed stays so, unless the lines of the bill are
 * undecided again. Repeating it changes nothing.
 */
export const noteFindings = command(
  () => sql`with found as materialized (${PURCHASES} union all ${ATTEMPTS} union all ${BILLED}),
    settled as (update label_findings f set state = 'settled', can_void = false
      where f.state in ('open', 'voiding') and not exists (select from found n where n.subject = f.subject and n.kind = f.kind) returning f.id),
    noted as (insert into label_findings as f (subject, kind, carrier_id, merchant_id, parcel_id, tracking_no, other_no, since, cost, billed, currency, carrier_bill_id, can_void, message)
      select * from found
      on conflict (subject, kind) do update set tracking_no = excluded.tracking_no, other_no = excluded.other_no, cost = excluded.cost, billed = excluded.billed,
        currency = excluded.currency, carrier_bill_id = excluded.carrier_bill_id, can_void = excluded.can_void, message = excluded.message,
        state = case
          when f.state = 'settled' or (f.state = 'voiding' and excluded.message <> '') or (f.state = 'disputed' and excluded.billed > 0) then 'open'
          when f.state = 'accepted' and f.kind = 'notBought' then 'open' else f.state end,
        told_at = case when f.state in ('open', 'voiding') then f.told_at end
      where (f.tracking_no, f.other_no, f.cost, f.billed, f.currency, f.carrier_bill_id, f.can_void, f.message)
          is distinct from (excluded.tracking_no, excluded.other_no, excluded.cost, excluded.billed, excluded.currency, excluded.carrier_bill_id, excluded.can_void, excluded.message)
        or f.state = 'settled' or (f.state = 'disputed' and excluded.billed > 0) or (f.state = 'accepted' and f.kind = 'notBought')
      returning f.id)
    select count(*) from noted`,
);
