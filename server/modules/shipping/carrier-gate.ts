import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FileId, Grams, Id, Instant, Line } from '#contract/core/fields';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { Values } from '../../core/http/area.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { selectRows } from '../../core/http/select.ts';
import { actorOf } from '../../core/http/session.ts';
import { becomeHouse, write } from '../../core/http/write.ts';
import { recompute } from '../orders/index.ts';
import { parcels } from './parcels/table.ts';
import { noteMovements } from './tracking.ts';

const Params = z.object({ id: Id });
const Label = z.strictObject({ trackingNo: Line(60, 1), weight: Grams.nullish(), file: FileId.nullish() });
const Proof = z.strictObject({ receiver: Line(100, 1), at: Instant.nullish(), file: FileId.nullish() });
/** Milliseconds by which a driver's clock may be ahead of ours. */
const AHEAD = 10 * 60_000;
const schema = { tags: ['tasks'], params: Params, response: { 200: okSchema(z.object({ id: Id })) } };

const findHandedOver = statement(
  { id: parcels.id },
  ({ taskId }: { taskId: string }) =>
    sql`select id from parcels where task_id = ${taskId}::uuid and handed_over_at is not null and state <> 'void' order by seq`,
);

const writeLabelFile = statement(
  { id: parcels.id },
  ({ taskId, trackingNo, file }: { taskId: string; trackingNo: string; file: string | null }) =>
    sql`update parcels set label_file = coalesce(${file}, label_file) where task_id = ${taskId}::uuid and tracking_no = ${trackingNo} and state <> 'void' returning id`,
);
type NewPiece = { taskId: string; trackingNo: string; file: string | null; weight: number | null; by: string };
const insertPiece = command(
  ({
    taskId,
    trackingNo,
    file,
    weight,
    by,
  }: NewPiece) => sql`insert into parcels (no, task_id, task_no, merchant_id, seq, kind, state, carrier_id, label_state, tracking_no, label_file, weight, packed_by, closed_at)
    select 'P-' || nextval('parcel_no'), t.id, t.no, t.merchant_id, n.seq, 'pallet', 'labelled', t.carrier_id, 'foreign', ${trackingNo}, ${file}, ${weight}::int, ${by}::uuid, now()
    from tasks t cross join lateral (select coalesce(max(seq), 0) + 1 as seq from parcels where task_id = t.id) n where t.id = ${taskId}::uuid`,
);

const handOverRest = command(
  ({ taskId }: { taskId: string }) => sql`update parcels set handed_over_at = now(), state = 'handedOver'
    where task_id = ${taskId}::uuid and handed_over_at is null and state in ('labelled', 'swapped', 'loaded')`,
);
type Delivery = { taskId: string; deliveredAt: string; receiver: string; file: string | null };
const writeProof = command(
  ({
    taskId,
    deliveredAt,
    receiver,
    file,
  }: Delivery) => sql`update tasks set delivered_at = ${deliveredAt}::timestamptz, received_by = ${receiver},
      proof_file = coalesce(${file}, proof_file) where id = ${taskId}::uuid`,
);

/** Data that a carrier adds to its own orders: label or booking of each piece, and the proof of delivery. */
export function carrierRoutes(app: FastifyInstance, { db, areas, fileOf }: AppContext): void {
  /** Runs under the task's lock. Orders of other carriers are not found. */
  function change(
    request: FastifyRequest,
    name: string,
    run: (tx: Db, task: Values & { id: string }, by: string) => Promise<Record<string, unknown>>,
  ) {
    const actor = actorOf(request);
    const { id } = request.params as { id: string };
    const { file } = request.body as { file?: string | null };
    return write(db, request, actor, async (tx) => {
      const entry = areas.get('tasks');
      const [task] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false, lock: true }) : [];
      if (!task) throw new DomainError('NotFound');
      if (file) await fileOf(actor, file);
      if (task['blocker'] !== null) throw new DomainError('StateRefused', 'tasks.refusals.blocked');
      await becomeHouse(tx);
      const payload = await run(tx, task as Values & { id: string }, actor.userId);
      await recompute(tx, [id], { command: name, by: actor.userId, payload }, { always: true });
      return ok({ id });
    });
  }

  app.post(
    '/v0/tasks/:id/carrierLabel',
    { config: { access: 'privilege:tasks.carrierLabel' }, schema: { ...schema, body: Label } },
    (request) =>
      change(request, 'label', async (tx, task, by) => {
        const { trackingNo, weight, file } = request.body as z.infer<typeof Label>;
        if (task['kind'] !== 'transportLabel' || task['labelSource'] !== 'foreign')
          throw new DomainError('StateRefused', 'tasks.refusals.wrongKind');
        if (task['status'] === 'finish') throw new DomainError('StateRefused', 'tasks.refusals.closed');
        const known = await writeLabelFile.first(tx, { taskId: task.id, trackingNo, file: file ?? null });
        if (known === null) await insertPiece(tx, { taskId: task.id, trackingNo, file: file ?? null, weight: weight ?? null, by });
        return { trackingNo };
      }),
  );

  app.post('/v0/tasks/:id/proof', { config: { access: 'privilege:tasks.proof' }, schema: { ...schema, body: Proof } }, (request) =>
    change(request, 'proof', async (tx, task, by) => {
      const { receiver, at, file } = request.body as z.infer<typeof Proof>;
      // Goods that were never in the house have no handover scan. They count as handed over with the proof of delivery.
      if (task['kind'] === 'transportLabel') await handOverRest(tx, { taskId: task.id });
      const out = await findHandedOver(tx, { taskId: task.id });
      if (out.length === 0) throw new DomainError('StateRefused', 'tasks.refusals.nothingShipped');
      const deliveredAt = at ?? new Date().toISOString();
      if (Date.parse(deliveredAt) > Date.now() + AHEAD) throw invalid([{ path: 'at', rule: 'inFuture' }]);
      await writeProof(tx, { taskId: task.id, deliveredAt, receiver, file: file ?? null });
      const movement = { event: 'delivered', at: deliveredAt, text: receiver, place: '' } as const;
      for (const parcel of out) await noteMovements(tx, parcel.id, [movement], by);
      return { receiver, at: deliveredAt, file: file ?? null };
    }),
  );
}
