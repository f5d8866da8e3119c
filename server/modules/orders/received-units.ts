import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { UnitCount } from '#contract/scanning/commands';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { isStaff } from '../../core/http/actor.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { selectRows } from '../../core/http/select.ts';
import { actorOf } from '../../core/http/session.ts';
import { write } from '../../core/http/write.ts';
import { recompute } from './recompute.ts';
import { tasks } from './tasks/table.ts';

const count = UnitCount.nullable().default(null);
const Units = z.strictObject({ pallets: count, boxes: count, mixed: z.boolean().default(false) });
export type ReceivedUnits = z.infer<typeof Units>;

const writeUnits = statement(
  { id: tasks.id },
  ({
    id,
    pallets,
    boxes,
    mixed,
  }: ReceivedUnits & {
    id: string;
  }) => sql`update tasks set received_pallets = ${pallets}::int, received_boxes = ${boxes}::int, received_mixed = ${mixed}
      where id = ${id}::uuid and kind = 'inbound' and (arrived_at is not null or received > 0) returning id`,
);

/**
 * Notes the pallets and cartons that were counted at the dock, which receiving is charged by; what was announced stays as it is. Noting them
 * again corrects them.
 * @throws DomainError StateRefused before anything arrived
 */
export async function noteReceivedUnits(tx: Db, id: string, units: ReceivedUnits, by: string): Promise<void> {
  if (!(await writeUnits.first(tx, { id, ...units }))) throw new DomainError('StateRefused', 'tasks.refusals.nothingArrived');
  await recompute(tx, [id], { command: 'unitsCounted', by, payload: units }, { always: true });
}

/** `POST /v0/tasks/:id/receivedUnits` */
export function receivedUnitsRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.post(
    '/v0/tasks/:id/receivedUnits',
    {
      config: { access: 'privilege:tasks.receive' },
      schema: { tags: ['tasks'], params: z.object({ id: Id }), body: Units, response: { 200: okSchema(z.object({ id: Id })) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const entry = areas.get('tasks');
        const [row] = entry ? await selectRows(tx, areas, entry, actor, [id]) : [];
        if (!row || !isStaff(actor)) throw new DomainError('NotFound');
        await noteReceivedUnits(tx, id, request.body as ReceivedUnits, actor.userId);
        return ok({ id });
      });
    },
  );
}
