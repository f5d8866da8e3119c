import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { collections as area } from '#contract/freight/collections';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { runCommand } from '../../orders/index.ts';
import { makeInbound } from '../create-service.ts';
import { collections } from './table.ts';

/** The goods were loaded: the order is under way, and an inbound order is created for them, once. */
export function collectionRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.post(
    '/v0/collections/:id/collected',
    {
      config: { access: 'privilege:collections.collect' },
      schema: { tags: ['collections'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id, inboundId: Id })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const entry = areas.get('collections');
        const [values] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false, lock: true }) : [];
        if (!values) throw new DomainError('NotFound');
        const row = areaRow(area, values);
        if (row.kind !== 'collectOrder') throw new DomainError('StateRefused', 'collections.refusals.notOrdered');
        if (row.inboundId !== null) return ok({ id, inboundId: row.inboundId });
        if (row.blocker !== null) throw new DomainError('StateRefused', 'tasks.refusals.blocked');
        await becomeHouse(tx);
        if (row.underWayAt === null) await runCommand(tx, id, 'markUnderWay', { reason: '', by: actor.userId });
        const inboundId = await makeInbound(
          tx,
          {
            id,
            merchantId: row.merchantId,
            packingList: row.packingList,
            source: 'collectOrder',
            refOrderId: row.no,
            boxQty: row.boxQty,
            palletQty: row.palletQty,
          },
          actor.userId,
        );
        await tx.update(collections).set({ inboundId }).where(eq(collections.id, id));
        return ok({ id, inboundId });
      });
    },
  );
}
