import { type SQL, sql } from 'drizzle-orm';
import { CURRENCIES } from '#contract/core/fields';
import { BILLED } from '#contract/money/circles';
import { METER_UNITS, type Meter } from '#contract/trade/meters';
import { ahead } from '../../core/ahead.ts';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { cell, command, notNull, orNull, type RowOf, statement } from '../../core/db/statement.ts';
import { columnName } from '../../core/http/area.ts';
import { finishInTurns, type Steps } from '../../core/steps.ts';
import { activeRules } from '../trade/index.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { lockBilling } from './billing-lock.ts';
import { billedCurrency } from './charge-cases.ts';
import { type ChargeFacts, charges } from './charges/table.ts';
import type { Unit } from './meters/fact.ts';
import { METER_SOURCES, sourceOf } from './meters/meters.ts';
import { priceCharges } from './price-charges.ts';
import { type Price, pricedTogether, pricerOf, type TariffRule } from './price-rows.ts';

/**
 * Makes a charge of each fact, and takes back the charges of facts that are no longer true. Facts are read from their tables in sets, so a
 * scan costs nothing more. Repeating it adds nothing: a fact has one charge for each category (unique key), a charge is taken back once.
 */

/** Days that the run of each hour looks back; that of each minute looks back to the one before it, that of each night 45 days. */
export const RECENT_DAYS = 3;
export const NIGHTLY_DAYS = 45;
/** A month, and the day on which its last day is taken down, in any time zone. */
const MONTH_DAYS = 33;

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
/**
 * The charges that stand for the fact `f`. One that was taken back by a dispute still does, so the fact is not charged again.
 */
const standFor = (key: Key): SQL =>
  sql`from charges c where ${sameFact(key)}
    and (not c.reversed or not exists (select from charges r where r.reverses_id = c.id and r.source_kind <> 'dispute'))`;
/**
 * The id of the charge that stands for the fact `f`. The limit lets PostgreSQL look up each fact by index, also while it has no statistics
 * of the charges that a large month just added. A join was planned as if there were none, and compared each fact with each charge.
 */
export const chargeIdOf = (key: Key): SQL => sql`select c.id ${standFor(key)} limit 1`;
/**
 * Condition: a charge stands for the fact `f`. The offset keeps it a look-up for each fact, of which PostgreSQL expects half to be charged.
 * Without it, and with `chargeIdOf … is null`, it expected a handful of facts and compared each of 10,000 orders with each fact.
 */
const isCharged = (key: Key): SQL => sql`exists (select ${standFor(key)} offset 0)`;
/** A fact that was taken back and is true again with the same key is charged under a number of its own. */
const timesCharged = (key: Key): SQL =>
  sql`(select case when count(*) = 0 then '' else '#' || count(*) end from charges c where ${sameFact(key)})`;

/** Facts that are read, priced and stored at once. To read 10,000 kept every scan waiting for a quarter of a second. */
const AT_ONCE = 1_000;

/** A charge to be, as the facts say it. */
const FACT = {
  merchantId: cell.uuid,
  happenedOn: cell.date,
  storehouseId: orNull(cell.uuid),
  sourceId: orNull(cell.uuid),
  part: cell.text,
  taskId: orNull(cell.uuid),
  parcelId: orNull(cell.uuid),
  qty: cell.bigint,
  facts: cell.jsonb<ChargeFacts>(),
  cost: orNull(cell.bigint),
  costCurrency: orNull(cell.oneOf(CURRENCIES)),
  cause: orNull(cell.text),
  reason: cell.text,
  currency: cell.oneOf(BILLED),
};
type Fact = RowOf<typeof FACT>;

/**
 * Facts of which no charge stands. The count lets all of them be read before the first charge is written. A statement that looks for
 * charges while some are written reads over them again and again if the table was empty when it was planned: 100,000 facts were not done
 * after four minutes. The offset has the merchant looked up for each fact: PostgreSQL expects the search for charges to be so dear that it takes all ways
 * to join for equal, and compared each fact with each merchant.
 */
const findNew = statement(
  FACT,
  ({ meter, unit, id, meteredFrom, since }: Step) => {
    const { source, facts, recent } = sourceOf(meter);
    return sql`with fresh as materialized (select m.id as merchant_id, f.happened_on, f.storehouse_id, f.source_id, f.part || ${timesCharged({ id, source })} as part, f.task_id, f.parcel_id,
        coalesce(f.qty, 0) as qty,
        jsonb_strip_nulls(jsonb_build_object('orderId', f.task_id, 'country', f.country, 'carrierId', f.carrier_id, 'zone', f.zone, 'itemKind', f.item_kind,
          'weight', f.weight, 'free', nullif(f.free, false), 'dims', f.dims)) as facts, f.cost, f.cost_currency, f.cause, coalesce(f.reason, '') as reason,
        ${billedCurrency(sql`f.happened_on`)} as currency
      from (${facts(recent(sql`${since}::timestamptz`), unit)}) f cross join lateral (select m.id, m.currency from merchants m where m.id = f.merchant_id offset 0) m
      where f.qty > 0 and f.happened_on >= ${meteredFrom}::date and (f.only_category is null or f.only_category = ${id}::uuid)
        and not ${isCharged({ id, source })})
      select * from fresh where (select count(*) from fresh) > 0`;
  },
  EVERY_METER,
);

/** Columns of a new charge that are those of its fact. */
const OF_FACT = [
  'merchantId',
  'sourceId',
  'part',
  'happenedOn',
  'storehouseId',
  'taskId',
  'parcelId',
  'qty',
  'facts',
  'cost',
  'costCurrency',
  'cause',
  'reason',
] as const satisfies readonly (keyof Fact)[];
/** Columns of a new charge that follow from its price. */
const OF_PRICE = {
  state: (price) => (price ? 'open' : 'noPrice'),
  currency: (price) => price?.currency,
  ruleId: (price) => price?.rule,
  markupId: (price) => price?.markup,
  tariffId: (price) => price?.tariff,
  unitPrice: (price) => price?.unitPrice,
  parts: (price) => price?.parts,
  exact: (price) => price?.exact ?? 0,
  topUp: (price) => price?.topUp ?? 0,
} as const satisfies Partial<Record<keyof typeof charges.$inferInsert, (price: Price | undefined) => unknown>>;
const PRICED = Object.keys(OF_PRICE) as (keyof typeof OF_PRICE)[];
const STORED = [...OF_FACT, ...PRICED];
/** Rows are sent as lists: to write and read the names of the columns with each row takes as long as its values. */
const valuesOf = (fact: Fact, price: Price | undefined): unknown[] => [
  ...OF_FACT.map((key) => fact[key]),
  ...PRICED.map((key) => OF_PRICE[key](price)),
];
const storedColumns = sql.raw(STORED.map(columnName).join(', '));
const storedValues = sql.raw(
  STORED.map((key, n) => {
    const type = charges[key].getSQLType();
    return type === 'jsonb' ? `nullif(r -> ${n}, 'null')` : `(r ->> ${n})::${type}`;
  }).join(', '),
);
const isPriced = sql.raw(`r ->> ${STORED.indexOf('state')} = 'open'`);

/**
 * Charges are written with their price: to write it afterwards costs as much again, because each of the indexes is written once more. Only the
 * key of a fact may meet one that is there. Without naming it, every unique index is looked up before each row.
 */
const insertNew = statement(
  { id: charges.id },
  ({
    id,
    source,
    rows,
    n,
  }: Key & {
    rows: string;
    n: number;
  }) => sql`insert into charges (sort_at, category_id, source_kind, priced_at, ${storedColumns})
    select s.first + (row_number() over () - 1) * interval '1 microsecond', ${id}::uuid, ${source}, case when ${isPriced} then clock_timestamp() end, ${storedValues}
    from (select kontor_next_sort_at('charges_sort_seq', ${n}::int) as first) s, jsonb_array_elements(${rows}::jsonb) r
    on conflict (category_id, source_kind, source_id, part) do nothing returning id`,
  [{ id: '', source: 'move', rows: '[]', n: 0 }],
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
          and charge.sort_at >= ${since} and not charge.reversed
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

/** Facts that are priced before other work of the process may get its turn. */
const PRICED_AT_ONCE = 100;

type Priced = { rows: string; n: number };
/** The facts as JSON with their prices, as far as they have one that does not depend on other charges. */
function* withPrices(found: readonly Fact[], { id, unit }: Step, rules: readonly TariffRule[]): Steps<Priced> {
  const alone = !pricedTogether(rules).has(id);
  const price = pricerOf(rules);
  const rows: string[] = [];
  for (let at = 0; at < found.length; at += PRICED_AT_ONCE) {
    const some = found.slice(at, at + PRICED_AT_ONCE);
    const cases = some.map((fact, n) => ({ ...fact, id: String(n), categoryId: id, unit, state: 'noPrice' as const }));
    const prices = new Map(alone ? price(cases).prices.map((one) => [one.id, one]) : []);
    rows.push(...some.map((fact, n) => JSON.stringify(valuesOf(fact, prices.get(String(n))))));
    yield;
  }
  return { rows: `[${rows.join(',')}]`, n: rows.length };
}

/** One meter, in one transaction, so that one that is killed is continued by the next run. */
const collectMeter = (db: Db, step: Step, backSince: string, rules: readonly TariffRule[]): Promise<{ made: number; undone: number }> =>
  inTransaction(db, async (tx) => {
    await lockBilling(tx);
    const { source } = sourceOf(step.meter);
    let made = 0;
    let priced: Priced | null = null;
    const store = async (portion: Priced | null): Promise<void> => {
      if (portion !== null) made += (await insertNew(tx, { id: step.id, source, ...portion })).length;
    };
    // Facts come over a connection of their own: while PostgreSQL stores a portion, it reads another one, and a third is priced here.
    await db.transaction(async (reader) => {
      for await (const found of ahead(findNew.portions(reader, AT_ONCE, step)))
        [, priced] = await Promise.all([store(priced), finishInTurns(withPrices(found, step, rules))]);
      await store(priced);
    });
    const back = await takeBack(tx, { ...step, since: backSince });
    if (back.length > 0) await unpriceGroups(tx, { ids: `{${back.map(({ id }) => id).join(',')}}` });
    return { made, undone: back.length };
  });

/**
 * Collects, takes back and prices.
 * @param days how far back facts are read, by when they were written; charges that are taken back, by their day and by when they were made
 * @returns numbers of new charges and of charges taken back
 */
export async function collectCharges(db: Db, days = RECENT_DAYS): Promise<{ made: number; undone: number }> {
  const daysAgo = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString();
  const since = daysAgo(days);
  // Other terms may move storage from one day of its month to another: what is charged anew on a day that is read must be taken back on
  // every other day of the month, also if that one is not read. The nights do so, and what is asked for.
  const backSince = days < NIGHTLY_DAYS ? since : daysAgo(days + MONTH_DAYS);
  const rules = await activeRules(db);
  let [made, undone] = [0, 0];
  for (const category of await findMetered(db)) {
    const one = await collectMeter(db, { ...category, since }, category.meter === 'storage' ? backSince : since, rules);
    made += one.made;
    undone += one.undone;
  }
  await priceCharges(db);
  return { made, undone };
}
