import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { cell, statement } from '../../core/db/statement.ts';
import { isStaff } from '../../core/http/actor.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { selectRows } from '../../core/http/select.ts';
import { actorOf } from '../../core/http/session.ts';
import { write } from '../../core/http/write.ts';
import { chooseCarrier, chooseDue } from './carrier-choices.ts';

const findUnpacked = statement(
  { unpacked: cell.boolean },
  ({ id }: { id: string }) =>
    sql`select kind = 'outbound' and label_source = 'own' and parcel_count = 0 and closed_at is null and deleted_at is null as unpacked from tasks where id = ${id}::uuid`,
);

/** `POST /v0/tasks/:id/rates`: compares what carriers ask for an order, and chooses its carrier by the merchant's rule. Orders are compared by a job as well. */
export function carrierChoiceRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, areas, jobs } = context;
  jobs.define('tasks.rates', () => chooseDue(context), '* * * * *');
  app.post(
    '/v0/tasks/:id/rates',
    {
      config: { access: 'privilege:parcels.update' },
      schema: { tags: ['tasks'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const answer = await write(db, request, actor, async (tx) => {
        const entry = areas.get('tasks');
        const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
        if (!row || !isStaff(actor)) throw new DomainError('NotFound');
        if (!(await findUnpacked.one(tx, { id })).unpacked) throw new DomainError('StateRefused', 'tasks.refusals.alreadyPacked');
        return ok({ id });
      });
      // Carriers are asked outside of the transaction. A repeated call asks again.
      await chooseCarrier({ ...context, log: request.log }, id, actor.userId);
      return answer;
    },
  );
}
