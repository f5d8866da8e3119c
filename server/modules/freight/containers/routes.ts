import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Instant, Line } from '#contract/core/fields';
import { containers as area } from '#contract/freight/containers';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { type AreaRow, type Areas, areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, becomeHouse, write } from '../../../core/http/write.ts';
import { recompute, runCommand } from '../../orders/index.ts';
import { makeInbound } from '../create-service.ts';
import { notifyFreeDays } from './alarms.ts';
import { Charges, chargesOf } from './charges.ts';
import { correctDates } from './dates.ts';
import { containers } from './table.ts';

const MaybeInstant = Instant.nullish();
/** Steps that only enter their moment. They are repeatable; `dates` corrects them. */
const STEPS = {
  pickUp: { sets: 'pickedUpAt', after: 'arrivedAt', refusal: 'containers.refusals.notArrived' },
  returnEmpty: { sets: 'returnedAt', after: 'devannedAt', refusal: 'containers.refusals.notDevanned' },
} as const;

const Dated = z.strictObject({
  underWayAt: MaybeInstant,
  arrivedAt: MaybeInstant,
  pickedUpAt: MaybeInstant,
  devannedAt: MaybeInstant,
  returnedAt: MaybeInstant,
  reason: Line(500, 1),
});

/** Reads the container of a call, locked, as far as the user may see it. */
async function lockedContainer(tx: Db, areas: Areas, actor: Actor, id: string): Promise<AreaRow<typeof area>> {
  const entry = areas.get('containers');
  const [values] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false, lock: true }) : [];
  if (!values) throw new DomainError('NotFound');
  return areaRow(area, values);
}

/**
 * Devanning, which creates the inbound order for the announced goods, once; pick-up from the terminal and return of the empty container; the
 * correction of dates; and what the container costs so far.
 */
export function containerRoutes(app: FastifyInstance, { db, areas, jobs }: AppContext): void {
  jobs.define('containers.freeDays', () => notifyFreeDays(db), '13 * * * *');

  app.post(
    '/v0/containers/:id/devan',
    {
      config: { access: 'privilege:containers.devan' },
      schema: { tags: ['containers'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id, inboundId: Id })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const row = await lockedContainer(tx, areas, actor, id);
        if (row.inboundId !== null) return ok({ id, inboundId: row.inboundId });
        if (row.arrivedAt === null) throw new DomainError('StateRefused', 'containers.refusals.notArrived');
        if (row.blocker !== null) throw new DomainError('StateRefused', 'tasks.refusals.blocked');
        await becomeHouse(tx);
        await runCommand(tx, id, 'markPartDone', { reason: '', by: actor.userId });
        const inboundId = await makeInbound(
          tx,
          {
            id,
            merchantId: row.merchantId,
            packingList: row.packingList,
            source: 'container',
            refOrderId: `${row.containerNo} ${row.no}`,
          },
          actor.userId,
        );
        // Whoever devans a container has it in the yard, so a pick-up that nobody entered was before; it can be dated back.
        const pickedUpAt = sql`coalesce(picked_up_at, now())`;
        await tx.update(containers).set({ inboundId, devannedAt: sql`now()`, pickedUpAt }).where(eq(containers.id, id));
        return ok({ id, inboundId });
      });
    },
  );

  for (const [step, { sets, after, refusal }] of Object.entries(STEPS))
    app.post(
      `/v0/containers/:id/${step}`,
      {
        config: { access: 'privilege:containers.devan' },
        schema: { tags: ['containers'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } },
      },
      (request) => {
        const actor = actorOf(request);
        const { id } = request.params as { id: string };
        return write(db, request, actor, async (tx) => {
          const row = await lockedContainer(tx, areas, actor, id);
          if (row[sets] !== null) return ok({ id });
          if (row[after] === null) throw new DomainError('StateRefused', refusal);
          await becomeHouse(tx);
          await tx
            .update(containers)
            .set({ [sets]: sql`now()` })
            .where(eq(containers.id, id));
          await recompute(tx, [id], { command: step, reason: '', by: actor.userId, payload: {} }, { always: true });
          return ok({ id });
        });
      },
    );

  app.get(
    '/v0/containers/:id/charges',
    {
      config: { access: 'privilege:containers.read' },
      schema: { tags: ['containers'], params: z.object({ id: Id }), response: { 200: okSchema(Charges) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return asActor(db, actor, request.id, async (tx) => {
        const entry = areas.get('containers');
        const [values] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false }) : [];
        if (!values) throw new DomainError('NotFound');
        return ok(await chargesOf(tx, areaRow(area, values)));
      });
    },
  );

  app.post(
    '/v0/containers/:id/dates',
    {
      config: { access: 'privilege:containers.devan' },
      schema: { tags: ['containers'], params: z.object({ id: Id }), body: Dated, response: { 200: okSchema(z.object({ id: Id })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const { reason, ...given } = request.body as z.infer<typeof Dated>;
      return write(db, request, actor, async (tx) => {
        const row = await lockedContainer(tx, areas, actor, id);
        // The empty container may go back after its goods were booked in.
        if (row.status === 'finish' && Object.entries(given).some(([name, value]) => value && name !== 'returnedAt'))
          throw new DomainError('StateRefused', 'tasks.refusals.closed');
        await becomeHouse(tx);
        await correctDates(tx, row, given, reason, actor.userId);
        return ok({ id });
      });
    },
  );
}
