import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { PARCEL_STATES } from '#contract/orders/statuses';
import { PARCEL_KINDS } from '#contract/shipping/parcels';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { Board, readBoard } from '../board.ts';
import { closeList, handOverList } from '../hand-over.ts';
import { parcels } from '../parcels/table.ts';

const tags = ['loadingLists'];
const Params = z.object({ id: Id });
const Done = z.object({
  handedOver: z.int(),
  refused: z.array(z.object({ id: Id, no: z.string(), why: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
});
const OnList = z.object({
  id: Id,
  no: z.string(),
  taskId: Id,
  taskNo: z.string(),
  kind: z.enum(PARCEL_KINDS),
  state: z.enum(PARCEL_STATES),
  weight: z.int().nullable(),
  trackingNo: z.string(),
  blocked: z.boolean(),
});

const findParcels = statement(
  {
    id: parcels.id,
    no: parcels.no,
    taskId: parcels.taskId,
    taskNo: parcels.taskNo,
    kind: parcels.kind,
    state: parcels.state,
    weight: parcels.weight,
    trackingNo: parcels.trackingNo,
    blocked: cell.boolean,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select p.id, p.no, p.task_id, p.task_no, p.kind, p.state, p.weight, p.tracking_no, t.blocker is not null as blocked
    from parcels p join tasks t on t.id = p.task_id where p.loading_list_id = ${id}::uuid and p.state <> 'void' order by p.no`,
);

/** Loading lists, and the screen above the dock. */
export function loadingListRoutes(app: FastifyInstance, { db, areas, log }: AppContext): void {
  /** The list, found in the actor's scope. */
  const found = async (tx: Db, request: FastifyRequest): Promise<string> => {
    const { id } = request.params as { id: string };
    const entry = areas.get('loadingLists');
    const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [id]) : [];
    if (!row) throw new DomainError('NotFound');
    return id;
  };

  app.post(
    '/v0/loadingLists/:id/handOver',
    {
      config: { access: 'privilege:loadingLists.update' },
      schema: { tags, params: Params, response: { 200: okSchema(Done) } },
    },
    (request) => {
      const actor = actorOf(request);
      return write(db, request, actor, async (tx) => {
        const id = await found(tx, request);
        return ok(
          await handOverList(tx, id, actor.userId, (error) => log.error({ err: error, list: id }, 'a parcel could not be handed over')),
        );
      });
    },
  );
  app.post(
    '/v0/loadingLists/:id/close',
    {
      config: { access: 'privilege:loadingLists.update' },
      schema: { tags, params: Params, response: { 200: okSchema(z.object({ id: Id })) } },
    },
    (request) =>
      write(db, request, actorOf(request), async (tx) => {
        const id = await found(tx, request);
        await closeList(tx, id);
        return ok({ id });
      }),
  );
  app.get(
    '/v0/loadingLists/:id/parcels',
    { config: { access: 'privilege:loadingLists.read' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(OnList)) } } },
    async (request) => {
      const id = await found(db, request);
      return ok(await findParcels(db, { id }));
    },
  );
  app.get(
    '/v0/shipping/board',
    { config: { access: 'privilege:loadingLists.read' }, schema: { tags, response: { 200: okSchema(Board) } } },
    async () => ok(await readBoard(db)),
  );
}
