import { sql } from 'drizzle-orm';
import type { Texts } from '#contract/core/fields';
import { cell, command, orNull, type Row, statement } from '../../core/db/statement.ts';
import { invoices } from '../money/invoices/table.ts';
import { chargeDisputes } from './charge-disputes/table.ts';
import { charges } from './charges/table.ts';

/** Statements of disputes. */

export const lockCharge = statement(
  {
    id: charges.id,
    merchantId: charges.merchantId,
    categoryId: charges.categoryId,
    text: cell.jsonb<Texts>(),
    currency: orNull(charges.currency),
    state: charges.state,
    sourceKind: charges.sourceKind,
    qty: charges.qty,
    unitPrice: orNull(charges.unitPrice),
    exact: cell.text,
    topUp: charges.topUp,
    runId: orNull(charges.runId),
    invoiceId: orNull(charges.invoiceId),
    lineId: orNull(charges.lineId),
    isTakenBack: cell.boolean,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select c.id, c.merchant_id, c.category_id, q.text, c.currency, c.state, c.source_kind, c.qty, c.unit_price, c.exact::text as exact, c.top_up, c.run_id, c.invoice_id, c.line_id,
      c.reverses_id is not null or exists (select from charges r where r.reverses_id = c.id) as is_taken_back
    from charges c join quotation_categories q on q.id = c.category_id where c.id = ${id}::uuid for update of c`,
);
export type Charge = Row<typeof lockCharge>;

export const findInvoice = statement(
  {
    id: invoices.id,
    merchantId: orNull(invoices.readerId),
    currency: invoices.currency,
    lines: invoices.lines,
    issueDate: orNull(invoices.issueDate),
    daysLeft: cell.integer,
  },
  ({ id, usual }: { id: string; usual: number }) => sql`select i.id, i.reader_id as merchant_id, i.currency, i.lines, i.issue_date,
      (i.issue_date + coalesce((select t.dispute_days from merchant_terms t where t.merchant_id = i.reader_id and t.deleted_at is null and t.valid_from <= i.issue_date
        and (t.valid_to is null or t.valid_to >= i.issue_date)), ${usual}::int) - kontor_day())::int as days_left
    from invoices i where i.id = ${id}::uuid and i.kind = 'invoice' and i.posted_at is not null and i.deleted_at is null for share of i`,
  [{ id: '', usual: 30 }],
);

export const findNet = statement({ net: invoices.net }, ({ id }: { id: string }) => sql`select net from invoices where id = ${id}::uuid`);
export const findDispute = statement(
  { id: chargeDisputes.id },
  ({ chargeId, invoiceId, lineId }: { chargeId: string | null; invoiceId: string | null; lineId: string | null }) =>
    sql`select id from charge_disputes where status <> 'withdrawn' and (charge_id = ${chargeId}::uuid or (charge_id is null and invoice_id = ${invoiceId}::uuid and line_id = ${lineId}::uuid)) limit 1`,
);
export const lockDispute = statement(
  {
    id: chargeDisputes.id,
    merchantId: chargeDisputes.merchantId,
    chargeId: orNull(chargeDisputes.chargeId),
    invoiceId: orNull(chargeDisputes.invoiceId),
    lineId: orNull(chargeDisputes.lineId),
    currency: chargeDisputes.currency,
    amount: chargeDisputes.amount,
    status: chargeDisputes.status,
  },
  ({ id }: { id: string }) =>
    sql`select id, merchant_id, charge_id, invoice_id, line_id, currency, amount, status from charge_disputes where id = ${id}::uuid and deleted_at is null for update`,
);

export const holdCharge = command(
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update charges set state = 'onHold', run_id = null, hold_reason = ${reason} where id = ${id}::uuid and state in ('open', 'inRun')`,
);
export const releaseCharge = command(
  ({ id }: { id: string }) =>
    sql`update charges set state = case when priced_at is null or currency is null then 'noPrice' else 'open' end, hold_reason = '' where id = ${id}::uuid and state = 'onHold'`,
);
export const voidCharge = command(
  ({ id }: { id: string }) => sql`update charges set state = 'void' where id = ${id}::uuid and state in ('open', 'onHold')`,
);

type Back = { id: string; disputeId: string; state: 'void' | 'billed'; creditId: string | null };
/** Takes a charge back with its own price. A billed one is dated on the day of the decision. */
export const takeChargeBack = command(
  ({
    id,
    disputeId,
    state,
    creditId,
  }: Back) => sql`insert into charges (merchant_id, category_id, source_kind, source_id, part, happened_on, storehouse_id, task_id, parcel_id, qty, facts, cost, cost_currency,
      state, currency, rule_id, markup_id, tariff_id, unit_price, parts, exact, top_up, priced_at, reverses_id, invoice_id)
    select merchant_id, category_id, 'dispute', ${disputeId}::uuid, id::text, case ${state} when 'billed' then kontor_day() else happened_on end, storehouse_id, task_id, parcel_id, -qty, facts, -cost, cost_currency,
      ${state}, currency, rule_id, markup_id, tariff_id, unit_price,
      (select jsonb_agg(jsonb_set(p, '{quantity}', to_jsonb(-(p->>'quantity')::bigint)) order by n) from jsonb_array_elements(parts) with ordinality x(p, n)),
      -exact, -top_up, priced_at, id, ${creditId}::uuid
    from charges where id = ${id}::uuid on conflict do nothing`,
  [{ id: '', disputeId: '', state: 'void', creditId: null }],
);
type Rest = { id: string; disputeId: string; state: 'open' | 'billed'; unitPrice: number; exact: string };
/** What is left of a charge that was taken back: one unit at what is left. */
export const addRest = command(
  ({
    id,
    disputeId,
    state,
    unitPrice,
    exact,
  }: Rest) => sql`insert into charges (merchant_id, category_id, source_kind, source_id, part, happened_on, storehouse_id, task_id, parcel_id, qty, facts,
      state, currency, unit_price, parts, exact, priced_at, invoice_id, line_id)
    select merchant_id, category_id, 'dispute', ${disputeId}::uuid, 'rest', case ${state} when 'billed' then kontor_day() else happened_on end, storehouse_id, task_id, parcel_id, 1000, facts,
      ${state}, currency, ${unitPrice}, '[]'::jsonb, ${exact}::bigint, clock_timestamp(), invoice_id, line_id
    from charges where id = ${id}::uuid on conflict do nothing`,
  [{ id: '', disputeId: '', state: 'open', unitPrice: 0, exact: '0' }],
);
/** The charges of a line whose whole amount is credited. */
export const findOnLine = statement(
  { id: charges.id },
  ({
    invoiceId,
    lineId,
  }: {
    invoiceId: string;
    lineId: string;
  }) => sql`select c.id from charges c where c.invoice_id = ${invoiceId}::uuid and c.line_id = ${lineId}::uuid and c.reverses_id is null
    and not exists (select from charges r where r.reverses_id = c.id) order by c.id`,
);
type Decided = { id: string; status: string; answer: string; accepted: number; creditId: string | null; invoiceId: string | null };
export const writeDecision = command(
  ({
    id,
    status,
    answer,
    accepted,
    creditId,
    invoiceId,
  }: Decided) => sql`update charge_disputes set status = ${status}, answer = ${answer}, accepted = ${accepted}, credit_id = ${creditId}::uuid,
      invoice_id = coalesce(invoice_id, ${invoiceId}::uuid), decided_at = clock_timestamp(), decided_by = kontor_actor() where id = ${id}::uuid`,
  [{ id: '', status: 'rejected', answer: '', accepted: 0, creditId: null, invoiceId: null }],
);
export const writeWithdrawn = command(
  ({ id }: { id: string }) => sql`update charge_disputes set status = 'withdrawn' where id = ${id}::uuid`,
);
