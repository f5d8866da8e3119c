import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id, Line, Minor } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { updateRow } from '../../../core/http/rows.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, becomeHouse, runAsHouse, write } from '../../../core/http/write.ts';
import { acceptOffer } from '../accept.ts';
import { Compared, compareOffers } from '../compare.ts';
import { askCarriers, countOffers } from '../offers.ts';
import { offers } from './table.ts';

const Params = z.object({ id: Id });
const Done = { 200: okSchema(z.object({ id: Id })) };
const tags = ['offers'];
/** A carrier's price and its terms. */
const Offered = z.strictObject({
  price: Minor.min(1),
  pickupDate: CalendarDate.nullish(),
  transitDays: z.int().min(0).max(120).nullish(),
  validUntil: CalendarDate.nullish(),
  note: Line(500).optional(),
});

const declineOffer = statement(
  { id: offers.id },
  ({ id, note }: { id: string; note: string }) => sql`update offers set state = 'declined', note = ${note}, answered_at = now()
    where id = ${id}::uuid and state in ('asked', 'askedAgain', 'offered', 'declined') returning id`,
);

/** Asking carriers, comparing offers, accepting one. */
export function offerRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  /** The row in the actor's scope; rows outside the scope are not found. */
  async function found(tx: Db, actor: Actor, area: 'tasks' | 'offers', id: string): Promise<Record<string, unknown>> {
    const entry = areas.get(area);
    const [row] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false }) : [];
    if (!row) throw new DomainError('NotFound');
    return row;
  }

  app.post(
    '/v0/offers/ask/:id',
    {
      config: { access: 'privilege:offers.ask' },
      schema: {
        tags,
        params: Params,
        body: z.strictObject({ carrierIds: z.array(Id).min(1).max(50) }),
        response: { 200: okSchema(z.object({ id: Id, asked: z.int() })) },
      },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        await found(tx, actor, 'tasks', id);
        return ok({ id, asked: await askCarriers(tx, id, (request.body as { carrierIds: string[] }).carrierIds) });
      });
    },
  );

  app.get(
    '/v0/offers/of/:id',
    { config: { access: 'privilege:offers.accept' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(Compared)) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return asActor(db, actor, request.id, async (tx) => {
        await found(tx, actor, 'tasks', id);
        return ok(await compareOffers(tx, id));
      });
    },
  );

  app.post(
    '/v0/offers/:id/accept',
    {
      config: { access: 'privilege:offers.accept' },
      schema: { tags, params: Params, response: { 200: okSchema(z.object({ id: Id, orderId: Id })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const { taskId } = await found(tx, actor, 'offers', id);
        await becomeHouse(tx);
        return ok({ id, orderId: await acceptOffer(tx, id, taskId as string, actor.userId) });
      });
    },
  );

  app.post(
    '/v0/offers/:id/offer',
    {
      config: { access: 'privilege:offers.update' },
      schema: { tags, params: Params, body: Offered, response: Done },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const entry = areas.get('offers');
        if (!entry) throw new DomainError('NotFound');
        const { version } = await found(tx, actor, 'offers', id);
        await updateRow({ tx, areas, entry, actor }, id, { ...(request.body as z.infer<typeof Offered>), version });
        return ok({ id });
      });
    },
  );

  app.post(
    '/v0/offers/:id/decline',
    {
      config: { access: 'privilege:offers.update' },
      schema: { tags, params: Params, body: z.strictObject({ note: Line(500).optional() }).nullish(), response: Done },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const note = (request.body as { note?: string } | null | undefined)?.note ?? '';
      return write(db, request, actor, async (tx) => {
        const { taskId } = await found(tx, actor, 'offers', id);
        if ((await declineOffer.first(tx, { id, note })) === null) throw new DomainError('StateRefused', 'offers.refusals.decided');
        await runAsHouse(tx, () => countOffers(tx, taskId as string));
        return ok({ id });
      });
    },
  );
}
