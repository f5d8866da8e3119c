import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Instant, Line } from '#contract/core/fields';
import { containers as area } from '#contract/freight/containers';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { runCommand } from '../../orders/index.ts';
import { makeInbound } from '../create-service.ts';
import { correctDates } from './dates.ts';
import { containers } from './table.ts';

const Dated = z.strictObject({
  underWayAt: Instant.nullish(),
  arrivedAt: Instant.nullish(),
  devannedAt: Instant.nullish(),
  reason: Line(500, 1),
});

/** Devanning, which creates the inbound order for the announced goods, once; and the correction of dates. */
export function containerRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
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
        const entry = areas.get('containers');
        const [values] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false, lock: true }) : [];
        if (!values) throw new DomainError('NotFound');
        const row = areaRow(area, values);
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
        await tx.update(containers).set({ inboundId, devannedAt: sql`now()` }).where(eq(containers.id, id));
        return ok({ id, inboundId });
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
        const entry = areas.get('containers');
        const [values] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false, lock: true }) : [];
        if (!values) throw new DomainError('NotFound');
        const row = areaRow(area, values);
        if (row.status === 'finish') throw new DomainError('StateRefused', 'tasks.refusals.closed');
        await becomeHouse(tx);
        await correctDates(tx, row, given, reason, actor.userId);
        return ok({ id });
      });
    },
  );
}
