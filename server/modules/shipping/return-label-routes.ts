import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Grams, Id } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { selectRows } from '../../core/http/select.ts';
import { actorOf } from '../../core/http/session.ts';
import { becomeHouse, write } from '../../core/http/write.ts';
import { askReturnLabel, voidReturnLabel } from './return-label.ts';

const Params = z.object({ id: Id });
const Wanted = z.strictObject({ weight: Grams.min(1).nullish(), carrierId: Id.nullish() }).nullish();
const schema = { tags: ['tasks'], params: Params, response: { 200: okSchema(z.object({ id: Id })) } };

/**
 * `POST /v0/tasks/:id/returnLabel` asks for the label with which the customer sends a return; `…/void` cancels it. Merchant and office may
 * call both, for returns that they see. Both answer the id of the parcel.
 */
export function returnLabelRoutes(app: FastifyInstance, { db, areas, jobs }: AppContext): void {
  const run = async (request: FastifyRequest, change: (tx: Db, id: string, by: string) => Promise<string>) => {
    const actor = actorOf(request);
    const { id } = request.params as z.infer<typeof Params>;
    const answer = await write(db, request, actor, async (tx) => {
      const entry = areas.get('tasks');
      const [row] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false }) : [];
      if (!row || actor.carrierId !== null) throw new DomainError('NotFound');
      await becomeHouse(tx);
      return ok({ id: await change(tx, id, actor.userId) });
    });
    await jobs.send('parcels.label', {});
    return answer;
  };

  app.post('/v0/tasks/:id/returnLabel', { config: { access: 'privilege:tasks.retour' }, schema: { ...schema, body: Wanted } }, (request) =>
    run(request, (tx, id, by) => {
      const { weight = null, carrierId = null } = (request.body as z.infer<typeof Wanted>) ?? {};
      return askReturnLabel(tx, id, { weight, carrierId, by });
    }),
  );
  app.post('/v0/tasks/:id/returnLabel/void', { config: { access: 'privilege:tasks.retour' }, schema }, (request) =>
    run(request, voidReturnLabel),
  );
}
