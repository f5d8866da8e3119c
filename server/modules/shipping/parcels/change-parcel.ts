import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { parcels } from '#contract/shipping/parcels';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { ok } from '../../../core/http/answers.ts';
import { type AreaRow, areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { recompute } from '../../orders/index.ts';

type Parcel = AreaRow<typeof parcels>;
type Found = { tx: Db; parcel: Parcel; by: string };

/** The parcel of a call. @throws DomainError NotFound, also for parcels of others */
export async function findParcel({ areas }: AppContext, tx: Db, request: FastifyRequest): Promise<Parcel> {
  const entry = areas.get('parcels');
  const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [(request.params as { id: string }).id]) : [];
  if (!row) throw new DomainError('NotFound');
  return areaRow(parcels, row);
}

/** @throws DomainError StateRefused with the sentence `parcels.refusals.<reason>` */
export const refuseParcel = (reason: string): never => {
  throw new DomainError('StateRefused', `parcels.refusals.${reason}`);
};

const lockTask = command(({ taskId }: { taskId: string }) => sql`select 1 from tasks where id = ${taskId}::uuid for update`);
const lockParcel = command(({ id }: { id: string }) => sql`select 1 from parcels where id = ${id}::uuid for no key update`);

type Change = { command: string; reason?: string; run: (found: Found) => Promise<object> };
/** Changes a parcel that was not handed over, under its task's lock. Recomputes the status and schedules calls to the carrier. */
export async function changeParcel(context: AppContext, request: FastifyRequest, { command, reason = '', run }: Change) {
  const actor = actorOf(request);
  const answer = await write(context.db, request, actor, async (tx) => {
    const { id, taskId } = await findParcel(context, tx, request);
    await becomeHouse(tx);
    await lockTask(tx, { taskId });
    await lockParcel(tx, { id });
    // Read again, because it may have changed while waiting for the lock.
    const parcel = await findParcel(context, tx, request);
    if (parcel.handedOverAt !== null) refuseParcel('handedOver');
    if (parcel.state === 'void') refuseParcel('void');
    const payload = await run({ tx, parcel, by: actor.userId });
    await recompute(tx, [taskId], { command, reason, by: actor.userId, payload: { parcel: parcel.no, ...payload } }, { always: true });
    return ok({ id });
  });
  await context.jobs.send('parcels.label', {});
  return answer;
}
