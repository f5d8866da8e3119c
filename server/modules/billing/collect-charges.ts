import { type SQL, sql } from 'drizzle-orm';
import { METER_UNITS, type Meter } from '#contract/trade/meters';
import type { Db } from '../../core/db/client.ts';
import { again } from '../../core/db/retry.ts';
import { command, notNull, statement } from '../../core/db/statement.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { lockBilling } from './billing-lock.ts';
import { charges } from './charges/table.ts';
import type { Unit } from './meters/fact.ts';
import { METER_SOURCES, sourceOf } from './meters/meters.ts';
import { priceCharges } from './price-charges.ts';

/**
 * Makes a charge of each fact, and takes back the charges of facts that are no longer true. Facts are read from their tables in sets, so a
 * scan costs nothing more. Repeating it adds nothing: a fact has one charge for each category (unique key), a charge is taken back once.
 */

/** Days that a usual run looks back; every night 45 days are read again. */
export const RECENT_DAYS = 3;
export const NIGHTLY_DAYS = 45;

export const findMetered = statement(
  {
    id: quotationCategories.id,
    meter: notNull(quotationCategories.meter),
    unit: quotationCategories.unit,
    meteredFrom: notNull(quotationCategories.meteredFrom),
  },
  () => sql`select id, meter, unit, metered_from from quotation_categories
    where meter is not null and metered_from is not null and active and deleted_at is null order by position, id`,
);

type Step = { meter: Meter; unit: Unit; id: string; meteredFrom: string; since: string };
export const EVERY_METER: Step[] = METER_SOURCES.flatMap(({ meter }) =>
  METER_UNITS[meter].map((unit) => ({ meter, unit, id: '', meteredFrom: '2026-01-01', since: '2026-01-01' })),
);

type Key = { id: string; source: string };
const sameFact = ({ id, source }: Key): SQL =>
  sql`c.category_id = ${id}::uuid and c.source_kind = ${source} and c.source_id = f.source_id and split_part(c.part, '#', 1) = f.part`;
/** Condition: the charge `c` stands for the fact `f`. One that was taken back by a dispute still does, so the fact is not charged again. */
export const chargeOf = (key: Key): SQL =>
  sql`${sameFact(key)} and not exists (select from charges r where r.reverses_id = c.id and r.source_kind <> 'dispute')`;
/** A fact that was taken back and is true again with the same key is charged under a number of its own. */
const timesCharged = (key: Key): SQL =>
  sql`(select case when count(*) = 0 then '' else '#' || count(*) end from charges c where ${sameFact(key)})`;

/**
 * The count lets all facts be read before the first charge is written. A statement that looks for charges while it writes some reads over
 * its own rows again and again if the table was empty when it was planned: 100,000 facts were not done after four minutes.
 */
const insertNew = statement(
  { id: charges.id },
  ({ meter, unit, id, meteredFrom, since }: Step) => {
    const { source, facts, recent } = sourceOf(meter);
    return sql`with fresh as materialized (
        select f.*, ${timesCharged({ id, source })} as again from (${facts(recent(sql`${since}::timestamptz`), unit)}) f
        where f.qty > 0 and f.happened_on >= ${meteredFrom}::date and (f.only_category is null or f.only_category = ${id}::uuid)
          and not exists (select from charges c where ${chargeOf({ id, source })}))
      insert into charges (merchant_id, category_id, source_kind, source_id, part, happened_on, storehouse_id, task_id, parcel_id, qty, facts, cost, cost_currency, cause, reason)
      select f.merchant_id, ${id}::uuid, ${source}, f.source_id, f.part || f.again, f.happened_on, f.storehouse_id, f.task_id, f.parcel_id, f.qty,
        jsonb_strip_nulls(jsonb_build_object('orderId', f.task_id, 'country', f.country, 'carrierId', f.carrier_id, 'zone', f.zone, 'itemKind', f.item_kind,
          'weight', f.weight, 'free', nullif(f.free, false), 'dims', f.dims)), f.cost, f.cost_currency, f.cause, coalesce(f.reason, '')
      from fresh f where (select count(*) from fresh) > 0
      on conflict do nothing returning id`;
  },
  EVERY_METER,
);

/**
 * The charge that takes another one back copies its price, because tariffs change; it is dated on the day it was noticed. Pairs of which
 * nothing was billed cancel each other at once.
 */
const takeBack = statement(
  { id: charges.id },
  ({ meter, unit, id, since }: Step) => {
    const { source, facts, byId } = sourceOf(meter);
    return sql`with undone as (
        select charge.* from charges charge where charge.category_id = ${id}::uuid and charge.source_kind = ${source} and charge.reverses_id is null and charge.happened_on >= ${since}::date
          and not exists (select from charges r where r.reverses_id = charge.id)
          and not exists (select from (${facts(byId(sql`charge.source_id`), unit)}) f where f.source_id = charge.source_id and f.part = split_part(charge.part, '#', 1) and f.qty > 0)),
      back as (
        insert into charges (merchant_id, category_id, source_kind, source_id, happened_on, storehouse_id, task_id, parcel_id, qty, facts, cost, cost_currency, cause, reason,
          state, currency, rule_id, markup_id, tariff_id, unit_price, parts, exact, top_up, priced_at, reverses_id)
        select merchant_id, category_id, 'charge', id, kontor_day(now()), storehouse_id, task_id, parcel_id, -qty, facts, -cost, cost_currency, cause, reason,
          case when state in ('inRun', 'billed') then 'open' else 'void' end, currency, rule_id, markup_id, tariff_id, unit_price,
          (select jsonb_agg(jsonb_set(p, '{quantity}', to_jsonb(-(p->>'quantity')::bigint)) order by n) from jsonb_array_elements(parts) with ordinality x(p, n)),
          -exact, -top_up, priced_at, id
        from undone on conflict do nothing returning reverses_id, merchant_id, category_id, happened_on, state),
      gone as (
        update charges c set state = 'void' from back b where c.id = b.reverses_id and b.state = 'void' returning c.id, c.merchant_id, c.happened_on)
      select id from gone union all select reverses_id as id from back where state = 'open'`;
  },
  EVERY_METER,
);
/** What was counted together with a charge that was taken back is priced again. */
export const unpriceGroups = command(
  ({ ids }: { ids: string }) => sql`update charges c set state = 'noPrice', priced_at = null from charges g
    where g.id = any(${ids}::uuid[]) and c.merchant_id = g.merchant_id and c.category_id = g.category_id
      and date_trunc('month', c.happened_on::timestamp) = date_trunc('month', g.happened_on::timestamp) and c.state = 'open' and c.reverses_id is null
      and exists (select from price_rules p where p.id = c.rule_id and (p.per <> 'fact'))`,
);

/**
 * Collects, takes back and prices. Each meter is a transaction, so that one that is killed is continued by the next run.
 * @param days how far back facts are read, by when they were written; charges that are taken back, by their day
 * @returns numbers of new charges and of charges taken back
 */
export async function collectCharges(db: Db, days = RECENT_DAYS): Promise<{ made: number; undone: number }> {
  const since = new Date(Date.now() - days * 86_400_000).toISOString();
  let [made, undone] = [0, 0];
  for (const category of await findMetered(db)) {
    const step = { ...category, since };
    await again(() =>
      db.transaction(async (tx) => {
        await lockBilling(tx);
        made += (await insertNew(tx, step)).length;
        const back = await takeBack(tx, step);
        undone += back.length;
        if (back.length > 0) await unpriceGroups(tx, { ids: `{${back.map(({ id }) => id).join(',')}}` });
      }),
    );
  }
  await priceCharges(db);
  return { made, undone };
}
