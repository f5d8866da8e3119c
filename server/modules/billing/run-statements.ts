import { type SQL, sql } from 'drizzle-orm';
import type { Texts } from '#contract/core/fields';
import { cell, command, notNull, orNull, statement } from '../../core/db/statement.ts';
import { storehouses } from '../stock/storehouses/table.ts';
import { billingRuns } from './billing-runs/table.ts';
import { charges } from './charges/table.ts';
import { billingRunMerchants } from './tables.ts';

/** Statements of billing runs. */

export const lockRun = statement(
  {
    id: billingRuns.id,
    no: billingRuns.no,
    state: billingRuns.state,
    from: billingRuns.periodFrom,
    to: billingRuns.periodTo,
    merchantIds: billingRuns.merchantIds,
    createdBy: billingRuns.createdBy,
    notApprovedBy: billingRuns.notApprovedBy,
  },
  ({ id }: { id: string }) =>
    sql`select id, no, state, period_from as "from", period_to as "to", merchant_ids, created_by, not_approved_by from billing_runs where id = ${id}::uuid and deleted_at is null for update`,
);
type OfRun = { runId: string; merchantId: string };

/** The unit price by which the line of a billed charge `o` is found: its only one, or that of its first part. */
const FIRST_PRICE = sql`coalesce(o.unit_price, (o.parts->0->>'unitPrice')::bigint)`;

/**
 * Takes what is priced and not billed, up to the last day of the run, also what earlier runs missed. What takes a billed charge back is taken
 * if it was free, or if its line has its unit price; one whose first pieces were free has none noted. One that is part of a sum is credited by
 * hand: the sum is one piece.
 */
export const takeCharges = command(
  ({
    runId,
    to,
    merchantIds,
  }: {
    runId: string;
    to: string;
    merchantIds: string;
  }) => sql`update charges c set state = 'inRun', run_id = ${runId}::uuid
    where c.state = 'open' and c.happened_on <= ${to}::date and (${merchantIds}::uuid[] = '{}' or c.merchant_id = any(${merchantIds}::uuid[]))
      and (c.reverses_id is null or exists (select from charges o where o.id = c.reverses_id and o.state = 'billed' and (o.exact = 0 or (o.line_id is null and ${FIRST_PRICE} is not null) or exists (
        select from invoices i, jsonb_array_elements(i.lines) l where i.id = o.invoice_id and (l ->> 'id')::uuid = o.line_id and (l ->> 'unitPrice')::bigint = ${FIRST_PRICE}))))`,
);
export const releaseCharges = command(
  ({ runId }: { runId: string }) => sql`update charges set state = 'open', run_id = null where run_id = ${runId}::uuid and state = 'inRun'`,
);
export const clearMerchants = command(
  ({ runId }: { runId: string }) => sql`delete from billing_run_merchants where run_id = ${runId}::uuid and posted_at is null`,
);

/** The terms `t` of the merchant of a charge `c` on the last day of a run; no two hold on one day. */
const termsOn = (
  to: string,
): SQL => sql`left join merchant_terms t on t.merchant_id = c.merchant_id and t.deleted_at is null and t.valid_from <= ${to}::date
  and (t.valid_to is null or t.valid_to >= ${to}::date)`;
const APART = sql`case when t.line_group = 'storehouse' then c.storehouse_id end`;

/** The first day of the month of a fact before the period of its run; null for one within it. */
const lateFrom = (day: SQL, from: SQL): SQL => sql`case when ${day} < ${from} then date_trunc('month', ${day})::date end`;

/** One row for each merchant, category and unit price, and apart for each month before the run and each storehouse if the terms say so. Costs that are passed on have the price of the charge, not of its parts. */
export const findBundles = statement(
  {
    merchantId: charges.merchantId,
    currency: notNull(charges.currency),
    categoryId: charges.categoryId,
    text: cell.jsonb<Texts>(),
    unitPrice: orNull(cell.bigint),
    qty: cell.numeric,
    exact: cell.text,
    topUp: cell.numeric,
    count: cell.bigint,
    lateFrom: orNull(cell.date),
    storehouseId: orNull(cell.uuid),
    storehouse: orNull(storehouses.name),
  },
  ({ runId, from, to, merchantId }: { runId: string; from: string; to: string; merchantId: string | null }) => sql`with parts as (
      select c.merchant_id, c.currency, c.category_id, c.unit_price, c.qty, c.exact, c.top_up, ${lateFrom(sql`c.happened_on`, sql`${from}::date`)} as late_from, ${APART} as storehouse_id from charges c join quotation_categories q on q.id = c.category_id ${termsOn(to)}
        where c.run_id = ${runId}::uuid and (${merchantId}::uuid is null or c.merchant_id = ${merchantId}::uuid) and c.reverses_id is null and (q.unit = 'cost' or jsonb_array_length(coalesce(c.parts, '[]')) = 0)
      union all
      select c.merchant_id, c.currency, c.category_id, (p->>'unitPrice')::bigint, (p->>'quantity')::bigint, (p->>'unitPrice')::bigint * (p->>'quantity')::bigint,
        case when n = 1 then c.top_up else 0 end, ${lateFrom(sql`c.happened_on`, sql`${from}::date`)}, ${APART}
        from charges c join quotation_categories q on q.id = c.category_id and q.unit <> 'cost' ${termsOn(to)} cross join jsonb_array_elements(c.parts) with ordinality x(p, n)
        where c.run_id = ${runId}::uuid and (${merchantId}::uuid is null or c.merchant_id = ${merchantId}::uuid) and c.reverses_id is null)
    select p.merchant_id, p.currency, p.category_id, q.text, p.unit_price, sum(p.qty) as qty, sum(p.exact)::text as exact, sum(p.top_up) as top_up, count(*) as count, p.late_from, p.storehouse_id, h.name as storehouse
    from parts p join quotation_categories q on q.id = p.category_id left join storehouses h on h.id = p.storehouse_id
    group by 1, 2, 3, 4, 5, p.late_from, p.storehouse_id, h.name, h.code, q.position order by 1, h.code nulls last, q.position, 3, p.late_from nulls first, 5 desc nulls last`,
);

/** What takes back charges of earlier invoices: quantities by category, price, late month and storehouse, with the run whose invoice they are on. */
export const findTakenBack = statement(
  {
    merchantId: charges.merchantId,
    categoryId: charges.categoryId,
    invoiceId: notNull(charges.invoiceId),
    ofRunId: notNull(charges.runId),
    currency: notNull(charges.currency),
    unitPrice: orNull(cell.bigint),
    lateFrom: orNull(cell.date),
    storehouseId: orNull(charges.storehouseId),
    lineId: orNull(charges.lineId),
    qty: cell.numeric,
    exact: cell.text,
  },
  ({
    runId,
  }: {
    runId: string;
  }) => sql`select c.merchant_id, c.category_id, o.invoice_id, o.run_id as of_run_id, o.currency, x.price as unit_price, ${lateFrom(sql`o.happened_on`, sql`r.period_from`)} as late_from, o.storehouse_id, o.line_id, sum(x.qty) as qty, sum(x.exact)::text as exact
    from charges c join charges o on o.id = c.reverses_id join billing_runs r on r.id = o.run_id join quotation_categories q on q.id = c.category_id
      cross join lateral (
        select o.unit_price as price, o.qty, o.exact where q.unit = 'cost'
        union all select (p->>'unitPrice')::bigint, (p->>'quantity')::bigint, (p->>'unitPrice')::bigint * (p->>'quantity')::bigint from jsonb_array_elements(o.parts) p where q.unit <> 'cost') x
    where c.run_id = ${runId}::uuid group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 3, 2, 7 nulls first, 6`,
);

/** What takes back charges and is left out of the runs of a merchant, because it is part of a sum on its invoice. */
export const sumByHand = statement(
  { currency: notNull(charges.currency), count: cell.bigint, exact: cell.text },
  ({ merchantId, to }: { merchantId: string; to: string }) => sql`select o.currency, count(*) as count, sum(o.exact)::text as exact
    from charges c join charges o on o.id = c.reverses_id
    where c.merchant_id = ${merchantId}::uuid and c.state = 'open' and c.happened_on <= ${to}::date and o.state = 'billed' group by 1 order by 1`,
);

type Merchant = OfRun & { currency: string; amount: number; before: number; totals: string; findings: string };
export const insertMerchant = command(
  (m: Merchant) => sql`insert into billing_run_merchants (run_id, merchant_id, currency, amount, before, totals, findings)
    values (${m.runId}::uuid, ${m.merchantId}::uuid, ${m.currency}, ${m.amount}, ${m.before}, ${m.totals}::jsonb, ${m.findings}::jsonb)`,
  [{ runId: '', merchantId: '', currency: '', amount: 0, before: 0, totals: '[]', findings: '[]' }],
);
/** The last run of a merchant that was posted before. */
export const findFormer = statement(
  { totals: billingRunMerchants.totals, amount: billingRunMerchants.amount },
  ({
    merchantId,
    from,
  }: {
    merchantId: string;
    from: string;
  }) => sql`select m.totals, m.amount from billing_run_merchants m join billing_runs r on r.id = m.run_id
    where m.merchant_id = ${merchantId}::uuid and m.posted_at is not null and r.period_to < ${from}::date order by r.period_to desc limit 1`,
);
export const findUnposted = statement(
  { merchantId: billingRunMerchants.merchantId, currency: billingRunMerchants.currency },
  ({ runId }: { runId: string }) =>
    sql`select merchant_id, currency from billing_run_merchants where run_id = ${runId}::uuid and posted_at is null order by merchant_id`,
);
export const lockMerchant = statement(
  { id: billingRunMerchants.id, postedAt: orNull(cell.text) },
  ({ runId, merchantId }: OfRun) =>
    sql`select id, posted_at::text as posted_at from billing_run_merchants where run_id = ${runId}::uuid and merchant_id = ${merchantId}::uuid for update`,
);
export const noteDocument = command(
  ({ runId, merchantId, kind, ofInvoiceId, invoiceId }: OfRun & { kind: string; ofInvoiceId: string | null; invoiceId: string }) =>
    sql`insert into billing_documents (run_id, merchant_id, kind, of_invoice_id, invoice_id) values (${runId}::uuid, ${merchantId}::uuid, ${kind}, ${ofInvoiceId}::uuid, ${invoiceId}::uuid)`,
);
/**
 * @param lines the line of each category, late month, storehouse and unit price; the price is null for a line of sums
 * @param apart whether lines keep storehouses apart
 */
export const billCharges = command(
  ({
    runId,
    merchantId,
    invoiceId,
    from,
    apart,
    lines,
  }: OfRun & {
    invoiceId: string;
    from: string;
    apart: boolean;
    lines: string;
  }) => sql`update charges c set state = 'billed', invoice_id = ${invoiceId}::uuid,
      line_id = (select l.id from jsonb_to_recordset(${lines}::jsonb) l(id uuid, "categoryId" uuid, "lateFrom" date, "storehouseId" uuid, "unitPrice" bigint)
        where l."categoryId" = c.category_id and l."lateFrom" is not distinct from ${lateFrom(sql`c.happened_on`, sql`${from}::date`)}
          and (not ${apart}::boolean or l."storehouseId" is not distinct from c.storehouse_id)
          and (l."unitPrice" is null or l."unitPrice" = coalesce(c.unit_price, (c.parts->0->>'unitPrice')::bigint)) order by l."unitPrice" nulls last limit 1)
    where c.run_id = ${runId}::uuid and c.merchant_id = ${merchantId}::uuid and c.state = 'inRun' and c.reverses_id is null`,
  [{ runId: '', merchantId: '', invoiceId: '', from: '', apart: false, lines: '[]' }],
);
export const billTakenBack = command(
  ({
    runId,
    merchantId,
    ofInvoiceId,
    creditId,
  }: OfRun & { ofInvoiceId: string; creditId: string }) => sql`update charges c set state = 'billed', invoice_id = ${creditId}::uuid
    from charges o where o.id = c.reverses_id and o.invoice_id = ${ofInvoiceId}::uuid and c.run_id = ${runId}::uuid and c.merchant_id = ${merchantId}::uuid and c.state = 'inRun'`,
);
/** Of a merchant for whom everything was free, nothing is posted; the charges stay unbilled. */
export const releaseMerchant = command(
  ({ runId, merchantId }: OfRun) =>
    sql`update charges set state = 'open', run_id = null where run_id = ${runId}::uuid and merchant_id = ${merchantId}::uuid and state = 'inRun'`,
);
export const finishMerchant = command(
  ({ id, hash }: { id: string; hash: string }) =>
    sql`update billing_run_merchants set posted_at = clock_timestamp(), refusal = '', annex_hash = ${hash} where id = ${id}::uuid`,
);
export const refuseMerchant = command(
  ({ runId, merchantId, refusal }: OfRun & { refusal: string }) =>
    sql`update billing_run_merchants set refusal = left(${refusal}, 500) where run_id = ${runId}::uuid and merchant_id = ${merchantId}::uuid and posted_at is null`,
);
export const findPosting = statement(
  { id: billingRuns.id },
  () => sql`select id from billing_runs where state = 'posting' and deleted_at is null order by sort_at`,
);
