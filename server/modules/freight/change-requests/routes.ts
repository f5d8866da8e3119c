import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Instant, Line, Lines } from '#contract/core/fields';
import { SERVICE_AREAS } from '#contract/freight/agreed';
import { CHANGE_STATES, Change, SIDES } from '#contract/freight/change-requests';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { ServerArea, Values } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, becomeHouse, write } from '../../../core/http/write.ts';
import { acceptChange, askChange, declineChange, sideOf } from '../changes.ts';
import { changeRequests } from './table.ts';

const Params = z.object({ id: Id });
const tags = ['changeRequests'];
const response = { 200: okSchema(Params) };
const Wish = z.strictObject({ area: z.enum(SERVICE_AREAS), values: z.record(z.string(), z.unknown()), reason: Lines(500).default('') });
const Shown = z.object({
  id: Id,
  askedBy: z.enum(SIDES),
  decides: z.enum(SIDES),
  state: z.enum(CHANGE_STATES),
  changes: z.array(Change),
  reason: z.string(),
  answer: z.string(),
  at: Instant,
  /** Whether the user may accept or withdraw it. */
  mine: z.boolean(),
});

const findRequests = statement(
  { id: changeRequests.id },
  ({ id }: { id: string }) => sql`select c.id from change_requests c where c.task_id = ${id}::uuid
    or c.task_id = (select q.id from transport_quotes q where q.order_id = ${id}::uuid) order by c.sort_at desc limit 50`,
);

/** Changes of agreed data: one party requests, the other accepts or declines. */
export function changeRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  async function found(tx: Db, actor: Actor, area: string, id: string): Promise<{ entry: ServerArea; row: Values }> {
    const entry = areas.get(area);
    const [row] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false }) : [];
    if (!entry || !row) throw new DomainError('NotFound');
    return { entry, row };
  }
  /** The service as it is now, locked. The change request was found in the actor's scope. */
  async function held(tx: Db, actor: Actor, { area, taskId }: { area: string; taskId: string }): Promise<Values> {
    const entry = areas.get(area);
    await becomeHouse(tx);
    const house: Actor = { ...actor, type: 1000, merchantId: null, carrierId: null };
    const [row] = entry ? await selectRows(tx, areas, entry, house, [taskId], { trash: false, lock: true }) : [];
    if (!row) throw new DomainError('NotFound');
    return row;
  }

  app.get(
    '/v0/changeRequests/of/:id',
    { config: { access: 'privilege:changeRequests.read' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(Shown)) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return asActor(db, actor, request.id, async (tx) => {
        const entry = areas.get('changeRequests');
        const ids = (await findRequests(tx, { id })).map((request) => request.id);
        const rows = entry && ids.length > 0 ? await selectRows(tx, areas, entry, actor, ids, { trash: false }) : [];
        const side = sideOf(actor);
        return ok(
          rows.map((row) => ({
            ...Shown.omit({ at: true, mine: true }).parse(row),
            at: String(row['createdAt']),
            mine: row['decides'] === side || row['askedBy'] === side,
          })),
        );
      });
    },
  );

  app.post(
    '/v0/changeRequests/of/:id',
    { config: { access: 'privilege:changeRequests.ask' }, schema: { tags, params: Params, body: Wish, response } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const { area, values, reason } = request.body as z.infer<typeof Wish>;
      return write(db, request, actor, async (tx) => {
        const { entry } = await found(tx, actor, area, id);
        const row = await held(tx, actor, { area, taskId: id });
        return ok({ id: await askChange(tx, entry, row, actor, values, reason) });
      });
    },
  );

  app.post(
    '/v0/changeRequests/:id/accept',
    { config: { access: 'privilege:changeRequests.decide' }, schema: { tags, params: Params, response } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const { row } = await found(tx, actor, 'changeRequests', id);
        await acceptChange(tx, id, await held(tx, actor, { area: String(row['area']), taskId: String(row['taskId']) }), actor);
        return ok({ id });
      });
    },
  );

  app.post(
    '/v0/changeRequests/:id/decline',
    {
      config: { access: 'privilege:changeRequests.decide' },
      schema: { tags, params: Params, body: z.strictObject({ answer: Line(500).optional() }).nullish(), response },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const answer = (request.body as { answer?: string } | null | undefined)?.answer ?? '';
      return write(db, request, actor, async (tx) => {
        await found(tx, actor, 'changeRequests', id);
        await declineChange(tx, id, actor, answer);
        return ok({ id });
      });
    },
  );
}
