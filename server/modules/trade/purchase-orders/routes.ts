import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { CalendarDate, FileId, Id, Line } from '#contract/core/fields';
import { Amount } from '#contract/money/amount';
import { bills as billArea } from '#contract/money/bills';
import { LastOrdered } from '#contract/trade/purchase-orders';
import type { Db } from '../../../core/db/client.ts';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { createRow } from '../../../core/http/rows.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { bills } from '../../money/bills/table.ts';
import { readOrder } from '../../money/index.ts';
import { lastOrdered } from '../last-ordered.ts';
import { cancelOrder, closeOrder, placeOrder } from '../purchase.ts';

const COMMANDS: Record<string, (tx: Db, id: string, by: string) => Promise<unknown>> = {
  order: placeOrder,
  cancel: cancelOrder,
  close: closeOrder,
};

/** Data of the supplier's bill. Its lines are taken from the order. */
const TheirBill = z.strictObject({ theirNo: Line(40, 1), billDate: CalendarDate, theirTotal: Amount, file: FileId.nullable().optional() });
/** Order, receipt and bills side by side. Quantities in thousandths; services are never received. */
const Billing = z.object({
  lines: z.array(
    z.object({
      id: Id,
      sku: z.string(),
      text: z.string(),
      unit: z.string(),
      ordered: z.int(),
      received: z.int().nullable(),
      billed: z.int(),
    }),
  ),
  bills: z.array(
    z.object({
      id: Id,
      no: z.string(),
      theirNo: z.string(),
      billDate: z.string(),
      gross: z.int(),
      currency: z.string(),
      status: z.string(),
      differences: z.int(),
    }),
  ),
});

const OfSupplier = z.object({ supplierId: Id, itemId: Id });

const { id: billId, no, theirNo, billDate, gross, currency, status, differences } = bills;
const BILL_COLUMNS = { id: billId, no, theirNo, billDate, gross, currency, status, differences };

async function billing(db: Db, id: string): Promise<z.infer<typeof Billing>> {
  const order = await readOrder(db, id);
  if (!order) throw new DomainError('NotFound');
  const billed = and(eq(bills.purchaseOrderId, id), isNull(bills.deletedAt));
  const found = await db.select(BILL_COLUMNS).from(bills).where(billed).orderBy(bills.billDate, bills.no).limit(500);
  const lines = order.lines.map(({ line: { id: line, sku, text, unit, qty }, received, billed }) => ({
    id: line,
    sku,
    text,
    unit,
    ordered: qty,
    received,
    billed,
  }));
  return { lines, bills: found };
}

/** Commands of a purchase order. */
export function purchaseRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  const schema = { tags: ['purchaseOrders'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } };
  for (const [name, run] of Object.entries(COMMANDS))
    app.post(`/v0/purchaseOrders/:id/${name}`, { config: { access: 'privilege:purchaseOrders.update' }, schema }, (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        await run(tx, id, actor.userId);
        return ok({ id });
      });
    });

  app.post(
    '/v0/purchaseOrders/:id/bill',
    { config: { access: 'privilege:purchaseOrders.update' }, schema: { ...schema, body: TheirBill } },
    (request) => {
      const actor = actorOf(request);
      requirePrivilege(actor, 'bills.create');
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const order = await readOrder(tx, id);
        const entry = areas.get('bills');
        if (!order || !entry) throw new DomainError('NotFound');
        const head = { purchaseOrderId: id, supplierId: order.supplierId, currency: order.currency };
        const made = await createRow({ tx, areas, entry, actor }, { ...(request.body as object), ...head });
        return ok({ id: areaRow(billArea, made).id });
      });
    },
  );
  app.get(
    '/v0/purchaseOrders/known',
    {
      config: { access: 'privilege:purchaseOrders.read' },
      schema: { tags: schema.tags, querystring: OfSupplier, response: { 200: okSchema(LastOrdered) } },
    },
    async (request) => ok(await lastOrdered(db, request.query as z.infer<typeof OfSupplier>)),
  );
  app.get(
    '/v0/purchaseOrders/:id/billing',
    {
      config: { access: 'privilege:purchaseOrders.read' },
      schema: { tags: schema.tags, params: schema.params, response: { 200: okSchema(Billing) } },
    },
    async (request) => {
      const found = await billing(db, (request.params as { id: string }).id);
      return ok(allows(actorOf(request).privileges, 'bills.read') ? found : { ...found, bills: [] });
    },
  );
}
