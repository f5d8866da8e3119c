import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id, Texts } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { merchants } from '../parties/merchants/table.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { chargeIdOf, EVERY_METER, findMetered } from './collect-charges.ts';
import { sourceOf } from './meters/meters.ts';

/**
 * The proof that nothing is missing on a bill: every fact of a period has a charge with a price, or is free by the terms, or stands here
 * with what to correct.
 */

/** `notCollected`: a fact without a charge. `notMeasured`: a fact that cannot be counted yet. `noPrice`: a charge that no price fits. */
export const GAPS = ['notCollected', 'notMeasured', 'noPrice'] as const;

export const Gap = z.object({
  kind: z.enum(GAPS),
  categoryId: Id,
  category: Texts,
  merchantId: Id,
  merchant: z.string(),
  count: z.int(),
  first: z.string(),
  last: z.string(),
  /** The record to correct: an item without sizes, a delivery whose pallets were not counted. Null: the tariff. */
  mendArea: z.string().nullable(),
  mendId: Id.nullable(),
  /** Its number, SKU or code. */
  mend: z.string(),
  /** Where the facts that no price fits differ: country, zone, weight. For one of them. */
  example: z.record(z.string(), z.unknown()).nullable(),
});
export type Gap = z.infer<typeof Gap>;
export const Gaps = z.object({ at: z.string(), from: z.string(), to: z.string(), facts: z.int(), charged: z.int(), gaps: z.array(Gap) });
export type Gaps = z.infer<typeof Gaps>;

type Period = { from: string; to: string };
const EXAMPLE = EVERY_METER.map((step) => ({ ...step, from: '2026-01-01', to: '2026-01-31' }));

const compare = statement(
  {
    merchantId: orNull(cell.uuid),
    facts: cell.bigint,
    missing: cell.bigint,
    unmeasured: cell.bigint,
    first: orNull(cell.date),
    last: orNull(cell.date),
    mendArea: orNull(cell.text),
    mendId: orNull(cell.uuid),
  },
  ({ meter, unit, id, meteredFrom, from, to }: (typeof EXAMPLE)[number]) => {
    const { source, facts, recent } = sourceOf(meter);
    // A device may be a day ahead of the server.
    return sql`select f.merchant_id, count(*) as facts, count(*) filter (where f.qty > 0 and c.id is null) as missing, count(*) filter (where f.qty is null) as unmeasured,
        min(f.happened_on) filter (where f.qty is null or (f.qty > 0 and c.id is null)) as first,
        max(f.happened_on) filter (where f.qty is null or (f.qty > 0 and c.id is null)) as last,
        case when f.qty is null then f.mend_area end as mend_area, case when f.qty is null then f.mend_id end as mend_id
      from (${facts(recent(sql`(${from}::date - 1)::timestamptz`), unit)}) f
        left join lateral (${chargeIdOf({ id, source })}) c on true
      where f.happened_on between greatest(${from}::date, ${meteredFrom}::date) and ${to}::date and (f.only_category is null or f.only_category = ${id}::uuid)
      group by 1, 7, 8`;
  },
  EXAMPLE,
);
const findUnpriced = statement(
  {
    categoryId: cell.uuid,
    merchantId: cell.uuid,
    count: cell.bigint,
    first: cell.date,
    last: cell.date,
    example: cell.jsonb<Record<string, unknown>>(),
  },
  ({
    from,
    to,
  }: Period) => sql`select category_id, merchant_id, count(*) as count, min(happened_on) as first, max(happened_on) as last, (array_agg(facts order by happened_on, id))[1] as example
    from charges where state = 'noPrice' and happened_on between ${from}::date and ${to}::date group by 1, 2`,
);
const findNames = statement({ id: merchants.id, name: merchants.name }, () => sql`select id, name from merchants`);
/** Numbers of orders and parcels, SKUs of items. */
const findRemedies = statement(
  { id: cell.uuid, title: cell.text },
  ({ ids }: { ids: readonly string[] }) => sql`select id, no as title from tasks where id = any(${uuids(ids)}) union all
    select id, sku from items where id = any(${uuids(ids)}) union all select id, no from parcels where id = any(${uuids(ids)})`,
  [{ ids: [] }],
);
const findTexts = statement(
  { id: quotationCategories.id, text: cell.jsonb<Texts>() },
  () => sql`select id, text from quotation_categories`,
);

/** Compares each meter. @param lanes how many at once; more than one only over a pool, because a transaction has one connection */
async function compareAll(db: Db, { from, to }: Period, lanes: number) {
  const categories = await findMetered(db);
  const left = [...categories];
  const found = new Map<string, Row<typeof compare>[]>();
  const lane = async (): Promise<void> => {
    for (let category = left.shift(); category; category = left.shift())
      found.set(category.id, await compare(db, { ...category, from, to, since: from }));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return categories.flatMap(({ id }) => (found.get(id) ?? []).map((row) => ({ ...row, categoryId: id })));
}
/** Meters that are compared at once where a person waits: most facts of a house are of one or two meters. */
export const LANES = 2;

/** Compares the facts of a period with the charges. Both days are included. @param lanes `LANES` over a pool, 1 in a transaction */
export async function readGaps(db: Db, { from, to }: Period, lanes = 1): Promise<Gaps> {
  const names = new Map((await findNames(db)).map(({ id, name }) => [id, name]));
  const texts = new Map((await findTexts(db)).map(({ id, text }) => [id, text]));
  const gaps: Gap[] = [];
  const add = (gap: Omit<Gap, 'category' | 'merchant' | 'mend'>): void => {
    if (gap.count > 0)
      gaps.push({
        ...gap,
        category: texts.get(gap.categoryId) ?? { en: '', de: '', cn: '' },
        merchant: names.get(gap.merchantId) ?? '',
        mend: '',
      });
  };
  let [facts, open] = [0, 0];
  for (const row of await compareAll(db, { from, to }, lanes)) {
    facts += row.facts;
    open += row.missing + row.unmeasured;
    const { categoryId, merchantId, mendArea, mendId } = row;
    if (merchantId === null) continue;
    const found = { categoryId, merchantId, first: row.first ?? from, last: row.last ?? to, mendArea, mendId, example: null };
    add({ ...found, kind: 'notMeasured', count: row.unmeasured });
    add({ ...found, kind: 'notCollected', count: row.missing });
  }
  for (const row of await findUnpriced(db, { from, to })) {
    open += row.count;
    add({ ...row, kind: 'noPrice', mendArea: null, mendId: null });
  }
  const ids = gaps.flatMap(({ mendId }) => mendId ?? []);
  const titles = new Map((await findRemedies(db, { ids })).map(({ id, title }) => [id, title]));
  for (const gap of gaps) gap.mend = titles.get(gap.mendId ?? '') ?? '';
  gaps.sort((a, b) => GAPS.indexOf(a.kind) - GAPS.indexOf(b.kind) || b.count - a.count);
  return { at: new Date().toISOString(), from, to, facts, charged: facts - open, gaps };
}
