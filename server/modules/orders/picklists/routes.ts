import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { NewPicklists } from '#contract/orders/picklists';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { items } from '../../catalog/items/table.ts';
import { compartments } from '../../stock/compartments/table.ts';
import { stockBalances } from '../../stock/stock-balances/table.ts';
import { picklistLines } from '../../stock/tables.ts';
import { cancelPicklist, makePicklists, markPrinted } from '../make-picklist.ts';
import { tasks } from '../tasks/table.ts';

const Params = z.object({ id: Id });
const tags = ['picklists'];
const Line = z.object({
  id: Id,
  seq: z.int(),
  place: z.string(),
  zone: z.string(),
  sku: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  lot: z.string(),
  taskId: Id,
  taskNo: z.string(),
  qty: z.int(),
  picked: z.int(),
  short: z.int(),
  shortReason: z.string(),
  blocked: z.boolean(),
});
/** What to pick next: waiting orders by carrier, with the minutes until its cut-off. */
const Wave = z.object({
  carrierId: Id.nullable(),
  carrier: z.string(),
  cutOffAt: z.string().nullable(),
  orders: z.int(),
  single: z.int(),
  pieces: z.int(),
  urgent: z.int(),
});

const findLines = statement(
  {
    id: picklistLines.id,
    seq: picklistLines.seq,
    place: compartments.code,
    zone: compartments.zone,
    sku: items.sku,
    name: items.name,
    image: items.image,
    lot: stockBalances.lot,
    taskId: picklistLines.taskId,
    taskNo: tasks.no,
    qty: picklistLines.qty,
    picked: picklistLines.picked,
    short: picklistLines.short,
    shortReason: picklistLines.shortReason,
    blocked: cell.boolean,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select q.id, q.seq, c.code as place, c.zone, i.sku, i.name, i.image, b.lot, q.task_id, t.no as "taskNo", q.qty, q.picked, q.short, q.short_reason,
      t.blocker is not null or t.deleted_at is not null as blocked
    from picklist_lines q join compartments c on c.id = q.compartment_id join items i on i.id = q.item_id join stock_balances b on b.id = q.balance_id join tasks t on t.id = q.task_id
    where q.picklist_id = ${id}::uuid order by q.seq`,
);
const findWaves = statement(
  {
    carrierId: tasks.carrierId,
    carrier: cell.text,
    cutOffAt: orNull(cell.text),
    orders: cell.integer,
    single: cell.integer,
    pieces: cell.integer,
    urgent: cell.integer,
  },
  () => sql`select t.carrier_id, coalesce(c.name, '') as carrier, to_char(min(t.cut_off_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "cutOffAt", count(*)::int as orders,
      (count(*) filter (where t.pieces = 1))::int as single, sum(t.pieces)::int as pieces, (count(*) filter (where t.priority = 'urgent'))::int as urgent
    from tasks t left join carriers c on c.id = t.carrier_id where t.kind = 'outbound' and t.status = 'readyToPick' and t.deleted_at is null group by 1, 2 order by min(t.cut_off_at) nulls last`,
);

export function picklistRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  const act = (request: FastifyRequest, run: (tx: Db, id: string, by: string) => Promise<void>) => {
    const actor = actorOf(request);
    const { id } = request.params as { id: string };
    return write(db, request, actor, async (tx) => {
      const entry = areas.get('picklists');
      const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
      if (!row) throw new DomainError('NotFound');
      await run(tx, id, actor.userId);
      return ok({ id });
    });
  };
  const Done = { 200: okSchema(z.object({ id: Id })) };
  app.post(
    '/v0/picklists',
    {
      config: { access: 'privilege:picklists.create' },
      schema: { tags, body: NewPicklists, response: { 200: okSchema(z.object({ ids: z.array(Id) })) } },
    },
    (request) => {
      const actor = actorOf(request);
      return write(db, request, actor, async (tx) =>
        ok({ ids: await makePicklists(tx, request.body as z.infer<typeof NewPicklists>, actor.userId) }),
      );
    },
  );
  app.post(
    '/v0/picklists/:id/print',
    { config: { access: 'privilege:picklists.update' }, schema: { tags, params: Params, response: Done } },
    (request) => act(request, markPrinted),
  );
  app.post(
    '/v0/picklists/:id/cancel',
    { config: { access: 'privilege:picklists.update' }, schema: { tags, params: Params, response: Done } },
    (request) => act(request, cancelPicklist),
  );

  app.get(
    '/v0/picklists/:id/lines',
    { config: { access: 'privilege:picklists.read' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(Line)) } } },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const entry = areas.get('picklists');
      const [row] = entry ? await selectRows(db, areas, entry, actor, [id]) : [];
      if (!row) throw new DomainError('NotFound');
      return ok(await findLines(db, { id }));
    },
  );

  app.get(
    '/v0/picklists/waves',
    { config: { access: 'privilege:picklists.create' }, schema: { tags, response: { 200: okSchema(z.array(Wave)) } } },
    async () => ok(await findWaves(db)),
  );
}
