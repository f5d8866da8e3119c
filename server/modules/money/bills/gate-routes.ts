import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, FileId, Id, Line, Minor } from '#contract/core/fields';
import { collections as collectionArea } from '#contract/freight/collections';
import { bills as billArea, CHARGES } from '#contract/money/bills';
import { EXPONENTS, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { totalsOf } from '#contract/money/sums';
import { tasks as taskArea } from '#contract/orders/tasks';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { type AreaRow, areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { createRow } from '../../../core/http/rows.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { agreedFor } from './gate.ts';

const Body = z.strictObject({
  theirNo: Line(40, 1),
  billDate: CalendarDate,
  /** Net, in cents. Empty: the price of the offer. */
  price: Minor.min(1).nullish(),
  /** In hundredths of a per cent. */
  vatRate: z.int().min(0).max(10_000).nullish(),
  file: FileId.nullish(),
  charge: z.enum(CHARGES).nullish(),
  /** What a surcharge is for. */
  text: Line(200).nullish(),
});
const STANDARD = 1900;

const newId = statement({ id: cell.uuid }, () => sql`select kontor_uuid7() as id`);
const orderOf = ({ no, refOrderId }: AreaRow<typeof taskArea>) => ({ no, text: refOrderId });
const collectionOf = ({ no, goods }: AreaRow<typeof collectionArea>) => ({ no, text: goods });

/** Bills one order or collection directly from the carrier's list, without entering its number. */
export function gateRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.post(
    '/v0/bills/of/:id',
    {
      config: { access: 'privilege:bills.create' },
      schema: {
        tags: ['bills'],
        params: z.object({ id: Id }),
        body: Body,
        response: { 200: okSchema(z.object({ id: Id, no: z.string() })) },
      },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const { theirNo, billDate, price, vatRate, file, charge, text } = request.body as z.infer<typeof Body>;
      return write(db, request, actor, async (tx) => {
        // A collection has the same id as its task. A carrier may have access to it through either.
        const [tasks, collections, bills] = ['tasks', 'collections', 'bills'].map((name) => areas.get(name));
        if (!tasks || !collections || !bills) throw new DomainError('NotFound');
        const [task] = await selectRows(tx, areas, tasks, actor, [id], { trash: false });
        const [collection] = task ? [] : await selectRows(tx, areas, collections, actor, [id], { trash: false });
        const order = task ? orderOf(areaRow(taskArea, task)) : collection ? collectionOf(areaRow(collectionArea, collection)) : null;
        if (!order) throw new DomainError('NotFound');
        const agreed = await agreedFor(tx, order.no);
        const surcharge = charge === 'surcharge';
        if (surcharge && !text) throw invalid([{ path: 'text', rule: 'required' }]);
        // The price of the offer is that of the transport.
        const net = price ?? (surcharge ? null : agreed.price);
        if (net === null) throw invalid([{ path: 'price', rule: 'required' }]);
        const rate = vatRate ?? STANDARD;
        const line = {
          id: (await newId.one(tx)).id,
          text: (text || `${order.no} ${order.text}`.trim()).slice(0, 200),
          charge: charge ?? null,
          qty: 10 ** QTY_SCALE,
          unitPrice: net * 10 ** (PRICE_SCALE - EXPONENTS[agreed.currency]),
          discount: 0,
          vatCategory: rate === 0 ? ('O' as const) : ('S' as const),
          vatRate: rate,
          orderNo: order.no,
        };
        const body = {
          theirNo,
          billDate,
          carrierId: agreed.carrierId,
          currency: agreed.currency,
          theirTotal: totalsOf([line], agreed.currency).gross,
          lines: [line],
          ...(file ? { file } : {}),
        };
        const bill = areaRow(billArea, await createRow({ tx, areas, entry: bills, actor }, body));
        return ok({ id: bill.id, no: bill.no });
      });
    },
  );
}
