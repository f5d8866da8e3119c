import { sql } from 'drizzle-orm';
import { BILLED } from '#contract/money/circles';
import type { InvoiceLine } from '#contract/money/invoices';
import { EXPONENTS, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { totalsOf } from '#contract/money/sums';
import type { RETURN_OUTCOMES } from '#contract/scanning/commands';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { returnedPieces } from '../orders/index.ts';
import { taskLines } from '../orders/task-lines/table.ts';
import { tasks } from '../orders/tasks/table.ts';
import { sumsOf } from './credit-note.ts';
import { today } from './entry.ts';
import { invoices } from './invoices/table.ts';
import { billedParty, taxFor } from './party.ts';

/** The invoice of an order, and the credit note for what came back of it. Both are drafts that the office checks and posts. */

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `invoices.refusals.${reason}`);
};

const lockTask = statement(
  { no: tasks.no, kind: tasks.kind, merchantId: tasks.merchantId, parentId: tasks.parentId, closed: cell.boolean },
  ({ id }: { id: string }) =>
    sql`select no, kind, merchant_id, parent_id, closed_at is not null as closed from tasks where id = ${id}::uuid and deleted_at is null for update`,
);
const findInvoice = statement(
  { id: invoices.id },
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`select id from invoices where task_id = ${taskId}::uuid and kind = 'invoice' and status <> 'reversed' and deleted_at is null
      order by sort_at desc limit 1`,
);
const findShipped = statement(
  { id: taskLines.id, sku: taskLines.sku, name: taskLines.name, shipped: taskLines.shipped, price: taskLines.price },
  ({ taskId }: { taskId: string }) =>
    sql`select id, sku, name, shipped, price from task_lines where task_id = ${taskId}::uuid and shipped > 0 order by position, id`,
);
type Draft = { id: string; merchantId: string | null; lines: string; net: number; tax: number; gross: number; reference: string };
const insertInvoice = statement(
  { id: invoices.id },
  ({
    id,
    merchantId,
    lines,
    net,
    tax,
    gross,
    reference,
    currency,
    paymentDays,
    name,
    vatId,
    address,
  }: Draft & { currency: string; paymentDays: number; name: string; vatId: string; address: string }) =>
    sql`insert into invoices (merchant_id, currency, payment_days, reference, lines, net, tax, gross, party_name, party_vat_id, party_address, task_id)
      values (${merchantId}::uuid, ${currency}, ${paymentDays}, ${reference}, ${lines}::jsonb, ${net}, ${tax}, ${gross}, ${name}, ${vatId}, ${address}::jsonb, ${id}::uuid) returning id`,
);

/**
 * Drafts the invoice of an order to its merchant: the shipped pieces at the prices of the order, with the tax of the merchant. A line
 * without a price costs nothing until the office enters one. Repeating it answers the same invoice until that is reversed.
 * @returns the invoice's id
 * @throws DomainError NotFound if the task is no order; StateRefused if nothing was shipped
 */
export async function draftInvoiceOf(tx: Db, taskId: string): Promise<string> {
  const task = await lockTask.first(tx, { id: taskId });
  if (task?.kind !== 'outbound') throw new DomainError('NotFound');
  const known = await findInvoice.first(tx, { taskId });
  if (known) return known.id;
  const shipped = await findShipped(tx, { taskId });
  if (shipped.length === 0) refuse('nothingShipped');
  const party = await billedParty(tx, { merchantId: task.merchantId });
  const rate = await taxFor(tx, party, await today(tx));
  const currency = BILLED.find((one) => one === party.currency) ?? BILLED[0];
  const lines = shipped.map(
    (line): InvoiceLine => ({
      id: crypto.randomUUID(),
      text: [line.sku, line.name]
        .filter((part, n) => n === 0 || part !== line.sku)
        .join(' ')
        .trim()
        .slice(0, 200),
      note: '',
      qty: line.shipped * 10 ** QTY_SCALE,
      unit: '',
      unitPrice: (line.price ?? 0) * 10 ** (PRICE_SCALE - EXPONENTS[currency]),
      discount: 0,
      ...rate,
      ofLine: null,
      taskLineId: line.id,
    }),
  );
  const { net, tax, gross } = totalsOf(lines, currency);
  const { name, vatId, paymentDays } = party;
  const sums = { lines: JSON.stringify(lines), net, tax, gross, reference: task.no };
  const made = await insertInvoice.one(tx, {
    id: taskId,
    merchantId: task.merchantId,
    currency,
    paymentDays,
    name,
    vatId,
    address: JSON.stringify(party.address),
    ...sums,
  });
  return made.id;
}

const lockInvoices = statement(
  { id: invoices.id, currency: invoices.currency, lines: invoices.lines },
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`select id, currency, lines from invoices where task_id = ${taskId}::uuid and kind = 'invoice' and posted_at is not null
      and deleted_at is null order by id for update`,
);
/** Drafts count, too: two returns of one order do not draft the same piece. */
const sumTaken = statement(
  { line: cell.text, qty: cell.numeric },
  ({
    id,
  }: {
    id: string;
  }) => sql`select l ->> 'ofLine' as line, sum((l ->> 'qty')::bigint) as qty from invoices i, jsonb_array_elements(i.lines) l
      where i.reverses_id = ${id}::uuid and i.deleted_at is null and l ->> 'ofLine' is not null group by 1`,
);
const findCredits = statement(
  { id: invoices.id, reversesId: orNull(cell.uuid) },
  ({ taskId }: { taskId: string }) =>
    sql`select id, reverses_id from invoices where task_id = ${taskId}::uuid and kind = 'creditNote' and deleted_at is null order by sort_at`,
);
const findOrderLines = statement(
  { id: taskLines.id, orderLineId: orNull(taskLines.orderLineId) },
  ({ taskId }: { taskId: string }) => sql`select id, order_line_id from task_lines where task_id = ${taskId}::uuid`,
);
const insertCredit = statement(
  { id: invoices.id },
  ({ id, invoiceId, lines, net, tax, gross, reference }: Omit<Draft, 'merchantId'> & { invoiceId: string }) =>
    sql`insert into invoices (kind, merchant_id, customer_id, currency, service_from, service_to, payment_days, reference, lines, net, tax, gross, party_name, party_vat_id, party_address, reverses_id, task_id)
      select 'creditNote', merchant_id, customer_id, currency, service_from, service_to, payment_days, ${reference}, ${lines}::jsonb, ${net}, ${tax}, ${gross}, party_name, party_vat_id, party_address,
        id, ${id}::uuid from invoices where id = ${invoiceId}::uuid returning id`,
);

/** Goods that go back to the merchant stay invoiced until the office decides. */
const NOT_CREDITED: readonly (typeof RETURN_OUTCOMES)[number][] = ['sendBack'];

/** Pieces of a return by the line of its order, in thousandths. */
async function piecesToCredit(tx: Db, returnId: string): Promise<Map<string, number>> {
  const orderLineOf = new Map((await findOrderLines(tx, { taskId: returnId })).map(({ id, orderLineId }) => [id, orderLineId]));
  const pieces = new Map<string, number>();
  for (const { lineId, qty, outcome } of await returnedPieces(tx, returnId)) {
    const line = orderLineOf.get(lineId);
    if (line && !NOT_CREDITED.includes(outcome)) pieces.set(line, (pieces.get(line) ?? 0) + qty * 10 ** QTY_SCALE);
  }
  return pieces;
}

/**
 * Drafts the credit note of a finished return: its pieces at the prices and tax of the invoice of their order, never more than was invoiced
 * and is not credited yet, by posted credit notes or drafts. Of several invoices the oldest is credited first, each by a document of its own.
 * Repeating it answers the same credit note.
 * @returns the id of the first credit note
 * @throws DomainError NotFound if the task is no return; StateRefused if it is not finished, its order has no posted invoice, or nothing is
 * left to credit
 */
export async function draftCreditOf(tx: Db, returnId: string): Promise<string> {
  const task = await lockTask.first(tx, { id: returnId });
  if (task?.kind !== 'retour') throw new DomainError('NotFound');
  if (!task.closed) refuse('returnNotFinished');
  // The lock on the invoices comes before what is read of their credit notes: a second request waits and sees the first one's draft.
  const charged = task.parentId === null ? [] : await lockInvoices(tx, { taskId: task.parentId });
  if (charged.length === 0) refuse('orderNotInvoiced');
  const [known] = await findCredits(tx, { taskId: returnId });
  if (known) return known.id;
  const pieces = await piecesToCredit(tx, returnId);
  const made: string[] = [];
  for (const { id: invoiceId, currency, lines: of } of charged) {
    const taken = new Map((await sumTaken(tx, { id: invoiceId })).map(({ line, qty }) => [line, qty]));
    const lines = of.flatMap((line): InvoiceLine[] => {
      const wanted = pieces.get(line.taskLineId ?? '') ?? 0;
      const qty = Math.min(wanted, line.qty - (taken.get(line.id) ?? 0));
      if (qty <= 0) return [];
      pieces.set(line.taskLineId ?? '', wanted - qty);
      return [{ ...line, id: crypto.randomUUID(), qty, ofLine: line.id }];
    });
    if (lines.length === 0) continue;
    const { net, tax, gross } = await sumsOf(tx, { lines, currency, reversesId: invoiceId });
    const credit = { id: returnId, invoiceId, lines: JSON.stringify(lines), net, tax, gross, reference: task.no };
    made.push((await insertCredit.one(tx, credit)).id);
  }
  return made[0] ?? refuse('nothingToCredit');
}
