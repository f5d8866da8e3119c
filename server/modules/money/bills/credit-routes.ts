import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CalendarDate, FileId, Id, Line, Lines, Minor } from '#contract/core/fields';
import { Paid } from '#contract/money/amount';
import { bills as billArea } from '#contract/money/bills';
import { EXPONENTS, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { totalsOf } from '#contract/money/sums';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { createRow } from '../../../core/http/rows.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { allocate } from '../allocate-payment.ts';
import { creditable } from './credit.ts';

const tags = ['bills'];
const params = z.object({ id: Id });
const Left = z.object({
  currency: z.string(),
  /** With VAT. */
  left: z.int(),
  lines: z.array(z.object({ id: Id, text: z.string(), orderNo: z.string(), net: z.int(), left: z.int() })),
});
const Body = z.strictObject({
  theirNo: Line(40, 1),
  billDate: CalendarDate,
  reason: Lines(1000).pipe(z.string().min(1)),
  file: FileId.nullish(),
  /** Net, in the smallest unit of the bill's currency. */
  lines: z
    .array(z.strictObject({ lineId: Id, amount: Minor.min(1) }))
    .min(1)
    .max(500),
});
const OpenBill = z.object({
  id: Id,
  kind: z.literal('bill'),
  no: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  gross: z.int(),
  open: z.int(),
});
const Allocate = z.strictObject({
  items: z
    .array(z.strictObject({ kind: z.literal('bill'), id: Id, amount: Paid }))
    .min(1)
    .max(500),
});

const newId = statement({ id: cell.uuid }, () => sql`select kontor_uuid7() as id`);
const findOpenBills = statement(
  { id: cell.uuid, no: cell.text, issueDate: cell.text, dueDate: cell.text, gross: cell.bigint, open: cell.bigint },
  ({
    id,
  }: {
    id: string;
  }) => sql`select b.id, b.their_no as no, b.bill_date::text as issue_date, coalesce(b.due_date, b.bill_date)::text as due_date, b.gross, b.open
    from bills c join bills b on b.kind = 'bill' and b.open > 0 and b.currency = c.currency and b.deleted_at is null
      and coalesce(b.supplier_id, b.carrier_id) = coalesce(c.supplier_id, c.carrier_id)
    where c.id = ${id}::uuid and c.kind = 'credit' order by 4, 2 limit 500`,
);

/** Credits of bills: what can still be credited, entering a credit, and settling another bill with it. */
export function creditRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
  /** The bill, if the user may see it. */
  async function billOf(tx: Db, request: FastifyRequest) {
    const entry = areas.get('bills');
    const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [idOf(request)], { trash: false }) : [];
    if (!entry || !row) throw new DomainError('NotFound');
    return { entry, bill: areaRow(billArea, row) };
  }

  app.get(
    '/v0/bills/:id/creditable',
    { config: { access: 'privilege:bills.read' }, schema: { tags, params, response: { 200: okSchema(Left) } } },
    async (request) => {
      await billOf(db, request);
      const found = await creditable(db, idOf(request));
      if (!found) throw new DomainError('NotFound');
      const { original, lines, left } = found;
      return ok({
        currency: original.currency,
        left,
        lines: lines.map(({ line, net, left: rest }) => ({ id: line.id, text: line.text, orderNo: line.orderNo, net, left: rest })),
      });
    },
  );
  app.post(
    '/v0/bills/:id/credit',
    {
      config: { access: 'privilege:bills.create' },
      schema: { tags, params, body: Body, response: { 200: okSchema(z.object({ id: Id, no: z.string() })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { theirNo, billDate, reason, file, lines: wanted } = request.body as z.infer<typeof Body>;
      return write(db, request, actor, async (tx) => {
        const { entry, bill } = await billOf(tx, request);
        if (bill.kind !== 'bill') throw new DomainError('StateRefused', 'bills.refusals.creditOfCredit');
        const { currency } = bill;
        const lines = [];
        for (const [i, { lineId, amount }] of wanted.entries()) {
          const of = bill.lines.find(({ id }) => id === lineId);
          if (!of) throw invalid([{ path: `lines.${i}.lineId`, rule: 'reference' }]);
          const { text, vatCategory, vatRate, charge, orderNo } = of;
          const unitPrice = amount * 10 ** (PRICE_SCALE - EXPONENTS[currency]);
          const one = { qty: 10 ** QTY_SCALE, unitPrice, discount: 0, vatCategory, vatRate };
          lines.push({ id: (await newId.one(tx)).id, text, charge, orderNo, ofLine: lineId, ...one });
        }
        const body = {
          theirNo,
          billDate,
          creditsId: bill.id,
          carrierId: bill.carrierId,
          supplierId: bill.supplierId,
          currency,
          remark: reason,
          theirTotal: totalsOf(lines, currency).gross,
          lines,
          ...(file ? { file } : {}),
        };
        const made = areaRow(billArea, await createRow({ tx, areas, entry, actor }, body));
        return ok({ id: made.id, no: made.no });
      });
    },
  );
  app.get(
    '/v0/bills/:id/open-items',
    { config: { access: 'privilege:payments.read' }, schema: { tags, params, response: { 200: okSchema(z.array(OpenBill)) } } },
    async (request) => {
      const rows = await findOpenBills(db, { id: idOf(request) });
      return ok(rows.map((row) => ({ ...row, kind: 'bill' as const })));
    },
  );
  app.post(
    '/v0/bills/:id/allocate',
    {
      config: { access: 'privilege:payments.update' },
      schema: { tags, params, body: Allocate, response: { 200: okSchema(z.object({ id: Id })) } },
    },
    (request) =>
      write(db, request, actorOf(request), async (tx) => {
        const id = idOf(request);
        for (const { id: billId, amount } of (request.body as z.infer<typeof Allocate>).items)
          await allocate(tx, { creditBillId: id }, { billId }, amount);
        return ok({ id });
      }),
  );
}
