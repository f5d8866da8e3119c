import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { Paid } from '#contract/money/amount';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { allocate, undoAllocation } from '../allocate-payment.ts';
import { reversePayment } from '../payment.ts';
import { allocations } from '../tables.ts';

const tags = ['payments'];
const Params = z.object({ id: Id });
const Kind = z.enum(['invoice', 'bill']);
const OpenItem = z.object({
  id: Id,
  kind: Kind,
  no: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  gross: z.int(),
  open: z.int(),
});
const Allocation = z.object({
  id: Id,
  allocatedOn: z.string(),
  amount: z.int(),
  currency: z.string(),
  fromKind: z.enum(['payment', 'creditNote', 'credit']),
  fromId: Id,
  fromNo: z.string(),
  toKind: Kind,
  toId: Id,
  toNo: z.string(),
  undone: z.boolean(),
});
const Ask = z.strictObject({
  items: z
    .array(z.strictObject({ kind: Kind, id: Id, amount: Paid }))
    .min(1)
    .max(500),
});

/**
 * Open items that a payment can settle: invoices and credits of bills for incoming payments, bills and credit notes for outgoing ones; earliest due date first.
 */
const openItems = statement(
  {
    id: cell.uuid,
    kind: cell.oneOf(Kind.options),
    no: cell.text,
    issueDate: cell.text,
    dueDate: cell.text,
    gross: cell.double,
    open: cell.double,
  },
  ({ id }: { id: string }) => sql`with p as (select * from payments where id = ${id}::uuid)
    select i.id, 'invoice' as kind, i.no, i.issue_date::text as "issueDate", i.due_date::text as "dueDate", i.gross::float8 as gross, i.open::float8 as open from invoices i, p
      where i.open > 0 and i.currency = p.currency and (i.merchant_id = p.merchant_id or i.customer_id = p.customer_id) and (i.kind = 'invoice') = (p.direction = 'in')
    union all select b.id, 'bill', b.their_no, b.bill_date::text, coalesce(b.due_date, b.bill_date)::text, b.gross::float8, b.open::float8 from bills b, p
      where b.open > 0 and b.currency = p.currency and (b.supplier_id = p.supplier_id or b.carrier_id = p.carrier_id) and (b.kind = 'bill') = (p.direction = 'out')
    order by 5, 3 limit 500`,
);

/** Allocations of a payment, invoice, credit note or bill, including reversed ones. */
const allocationsOf = statement(
  {
    id: allocations.id,
    allocatedOn: cell.text,
    amount: cell.double,
    currency: cell.text,
    fromKind: cell.oneOf(Allocation.shape.fromKind.options),
    fromId: cell.uuid,
    fromNo: cell.text,
    toKind: cell.oneOf(Kind.options),
    toId: cell.uuid,
    toNo: cell.text,
    undone: cell.boolean,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select a.id, a.allocated_on::text as "allocatedOn", a.amount::float8 as amount, coalesce(p.currency, c.currency, k.currency) as currency,
      case when a.payment_id is not null then 'payment' when a.credit_id is not null then 'creditNote' else 'credit' end as "fromKind",
      coalesce(a.payment_id, a.credit_id, a.credit_bill_id) as "fromId", coalesce(p.no, c.no, k.their_no) as "fromNo",
      case when a.bill_id is null then 'invoice' else 'bill' end as "toKind", coalesce(a.invoice_id, a.bill_id) as "toId", coalesce(i.no, b.their_no) as "toNo",
      exists (select from allocations r where r.reverses_id = a.id) as undone
    from allocations a left join payments p on p.id = a.payment_id left join invoices c on c.id = a.credit_id left join invoices i on i.id = a.invoice_id left join bills b on b.id = a.bill_id left join bills k on k.id = a.credit_bill_id
    where a.reverses_id is null and ${id}::uuid in (a.payment_id, a.credit_id, a.credit_bill_id, a.invoice_id, a.bill_id) order by a.id limit 500`,
);

export function paymentRoutes(app: FastifyInstance, { db }: AppContext): void {
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
  const change = { config: { access: 'privilege:payments.update' as const } };
  const Done = { 200: okSchema(z.object({ id: Id })) };

  app.get(
    '/v0/payments/:id/open-items',
    { config: { access: 'privilege:payments.read' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(OpenItem)) } } },
    async (request) => ok(await openItems(db, { id: idOf(request) })),
  );
  app.get(
    '/v0/allocations/of/:id',
    { config: { access: 'privilege:payments.read' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(Allocation)) } } },
    async (request) => ok(await allocationsOf(db, { id: idOf(request) })),
  );
  app.post('/v0/payments/:id/allocate', { ...change, schema: { tags, params: Params, body: Ask, response: Done } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const id = idOf(request);
      for (const { kind, id: target, amount } of (request.body as z.infer<typeof Ask>).items)
        await allocate(tx, { paymentId: id }, kind === 'bill' ? { billId: target } : { invoiceId: target }, amount);
      return ok({ id });
    }),
  );
  app.post('/v0/allocations/:id/undo', { ...change, schema: { tags, params: Params, response: Done } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      await undoAllocation(tx, idOf(request));
      return ok({ id: idOf(request) });
    }),
  );
  app.post(
    '/v0/payments/:id/reverse',
    { ...change, schema: { tags, params: Params, body: z.strictObject({ reason: Line(200, 1) }), response: Done } },
    (request) =>
      write(db, request, actorOf(request), async (tx) => {
        await reversePayment(tx, idOf(request), (request.body as { reason: string }).reason);
        return ok({ id: idOf(request) });
      }),
  );
  // Posted payments cannot be edited. This route exists so that an attempt gets the reason instead of "not found".
  app.put('/v0/payments/:id', { ...change, schema: { tags, params: Params } }, () => {
    throw new DomainError('StateRefused', 'invoices.refusals.postedStands');
  });
}
