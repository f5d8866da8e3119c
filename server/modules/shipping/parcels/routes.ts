import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FileId, Grams, Id, Instant, Line, Lines, Millimetres } from '#contract/core/fields';
import { CARRIER_EVENTS, type CarrierEvent } from '#contract/orders/carrier-events';
import type { Db } from '../../../core/db/client.ts';
import { command, statement } from '../../../core/db/statement.ts';
import { isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { heaviest } from '../heaviest.ts';
import { labelWork } from '../labels.ts';
import { relabel, remeasureLabel, secondsToNext, voidLabel } from '../queue.ts';
import { finishDelivered, noteMovements, trackParcels } from '../tracking.ts';
import { changeParcel, findParcel, refuseParcel } from './change-parcel.ts';
import { parcels } from './table.ts';

const tags = ['parcels'];
const Params = z.object({ id: Id });
const Reason = z.strictObject({ reason: Lines(500).nullish() }).nullish();
const Measure = z.strictObject({
  weight: Grams.nullish(),
  length: Millimetres.nullish(),
  width: Millimetres.nullish(),
  height: Millimetres.nullish(),
});
const Foreign = z.strictObject({ trackingNo: Line(60, 1), file: FileId.nullish() });
const Movement = z.strictObject({
  event: z.enum(Object.keys(CARRIER_EVENTS) as [CarrierEvent, ...CarrierEvent[]]),
  at: Instant,
  text: Line(300).default(''),
  place: Line(100).default(''),
});
const FORMATS = ['pdf', 'zpl', 'png', 'webp', 'jpg'] as const;
const Done = okSchema(z.object({ id: Id }));
/** The parcel, if the house buys its label from a carrier. */
const findOwnLabel = statement(
  { id: parcels.id },
  ({
    id,
  }: {
    id: string;
  }) => sql`select p.id from tasks t join parcels p on p.task_id = t.id join carriers c on c.id = p.carrier_id and c.api <> 'none'
    where p.id = ${id}::uuid and t.label_source = 'own'`,
);
const findLabelSource = statement(
  { labelSource: tasks.labelSource },
  ({ taskId }: { taskId: string }) => sql`select label_source from tasks where id = ${taskId}::uuid`,
);
const dropForeign = command(
  ({
    id,
  }: {
    id: string;
  }) => sql`update parcels set label_state = 'none', tracking_no = '', label_file = null, loading_list_id = null, state = 'closed'
    where id = ${id}::uuid`,
);
type Measures = { id: string } & Record<'weight' | 'length' | 'width' | 'height', number | null>;
const writeMeasures = command(
  ({
    id,
    weight,
    length,
    width,
    height,
  }: Measures) => sql`update parcels set weight = coalesce(${weight}::int, weight), length = coalesce(${length}::int, length),
      width = coalesce(${width}::int, width), height = coalesce(${height}::int, height) where id = ${id}::uuid`,
);
const writeForeign = command(
  ({
    id,
    trackingNo,
    file,
    by,
  }: {
    id: string;
    trackingNo: string;
    file: string | null;
    by: string;
  }) => sql`update parcels set label_state = 'foreign', label_error = '', label_due_at = null, tracking_no = ${trackingNo}, label_file = ${file},
      state = case when state = 'closed' then 'labelled' else state end, updated_by = ${by}::uuid where id = ${id}::uuid`,
);
/** Labels, measures and tracking of parcels, and their background jobs. */
export function parcelRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, jobs, config, fileOf } = context;
  const find = (tx: Db, request: FastifyRequest) => findParcel(context, tx, request);
  const change = (request: FastifyRequest, command: string, reason: string, run: Parameters<typeof changeParcel>[2]['run']) =>
    changeParcel(context, request, { command, reason, run });
  const reasonOf = (request: FastifyRequest): string => ((request.body as z.infer<typeof Reason>)?.reason ?? '').trim();

  app.post(
    '/v0/parcels/:id/label',
    { config: { access: 'privilege:parcels.update' }, schema: { tags, params: Params, body: Reason, response: { 200: Done } } },
    (request) =>
      change(request, 'label', reasonOf(request), async ({ tx, parcel }) => {
        if (parcel.state === 'open') refuseParcel('notClosed');
        if (parcel.weight === null) refuseParcel('weightNeeded');
        if (parcel.labelState === 'foreign') refuseParcel('foreignLabel');
        if (parcel.labelState === 'unclear') refuseParcel('labelUnclear');
        if ((await findOwnLabel.first(tx, { id: parcel.id })) === null) refuseParcel('noCarrier');
        await relabel(tx, parcel.id);
        return { asked: true };
      }),
  );
  app.post(
    '/v0/parcels/:id/void',
    { config: { access: 'privilege:parcels.update' }, schema: { tags, params: Params, body: Reason, response: { 200: Done } } },
    (request) =>
      change(request, 'label', reasonOf(request), async ({ tx, parcel }) => {
        if (!['requested', 'bought', 'failed', 'unclear', 'foreign'].includes(parcel.labelState)) refuseParcel('noLabel');
        if (parcel.labelState === 'foreign') await dropForeign(tx, { id: parcel.id });
        else await voidLabel(tx, parcel.id);
        return { voided: parcel.trackingNo };
      }),
  );
  app.put(
    '/v0/parcels/:id/measure',
    { config: { access: 'privilege:parcels.update' }, schema: { tags, params: Params, body: Measure, response: { 200: Done } } },
    (request) =>
      change(request, 'measure', '', async ({ tx, parcel }) => {
        // The label contains the weight. Another weight requires another label.
        if (parcel.labelState === 'bought' || parcel.labelState === 'unclear') refuseParcel('labelled');
        const { weight, length, width, height } = request.body as z.infer<typeof Measure>;
        if (weight && weight > (await heaviest(tx, parcel.id))) refuseParcel('tooHeavy');
        await writeMeasures(tx, {
          id: parcel.id,
          weight: weight ?? null,
          length: length ?? null,
          width: width ?? null,
          height: height ?? null,
        });
        await remeasureLabel(tx, parcel.id);
        return { weight: weight ?? null };
      }),
  );
  app.post(
    '/v0/parcels/:id/foreignLabel',
    { config: { access: 'privilege:tasks.update' }, schema: { tags, params: Params, body: Foreign, response: { 200: Done } } },
    (request) =>
      change(request, 'label', '', async ({ tx, parcel, by }) => {
        const { trackingNo, file } = request.body as z.infer<typeof Foreign>;
        const actor = actorOf(request);
        if (file) await fileOf(actor, file);
        if (parcel.state === 'open') refuseParcel('notClosed');
        if (['bought', 'requested', 'unclear'].includes(parcel.labelState)) refuseParcel('labelled');
        const task = await findLabelSource.first(tx, { taskId: parcel.taskId });
        if (task?.labelSource !== 'foreign' && !isStaff(actor)) refuseParcel('ownLabel');
        await writeForeign(tx, { id: parcel.id, trackingNo, file: file ?? null, by });
        return { trackingNo };
      }),
  );
  app.get(
    '/v0/parcels/:id/label',
    {
      config: { access: 'privilege:parcels.read' },
      schema: { tags, params: Params, response: { 200: okSchema(z.object({ base64: z.string(), format: z.enum(FORMATS) })) } },
    },
    async (request) => {
      const { labelFile } = await find(db, request);
      if (!labelFile) throw new DomainError('NotFound');
      const { name, path } = await fileOf(actorOf(request), labelFile);
      const bytes = await readFile(path).catch(() => {
        throw new DomainError('NotFound');
      });
      const format = FORMATS.find((one) => name.toLowerCase().endsWith(`.${one}`)) ?? 'pdf';
      return ok({ base64: bytes.toString('base64'), format });
    },
  );
  app.post(
    '/v0/parcels/:id/tracking',
    {
      config: { access: 'privilege:parcels.track' },
      schema: { tags, params: Params, body: Movement, response: { 200: okSchema(z.object({ id: Id, fresh: z.boolean() })) } },
    },
    (request) => {
      const actor = actorOf(request);
      return write(db, request, actor, async (tx) => {
        const { id } = await find(tx, request);
        await becomeHouse(tx);
        const fresh = await noteMovements(tx, id, [request.body as z.infer<typeof Movement>], actor.userId);
        return ok({ id, fresh: fresh > 0 });
      });
    },
  );

  let timer: NodeJS.Timeout | undefined;
  // What is due within the minute does not wait for the next one: a packer stands at the printer.
  const lookAgain = async (): Promise<void> => {
    const next = await secondsToNext.first(db);
    if (!next) return;
    clearTimeout(timer);
    timer = setTimeout(() => void jobs.send('parcels.label', {}).catch(() => undefined), (next.seconds + 1) * 1000).unref();
  };
  const labels = labelWork(context, () => lookAgain().catch((error: unknown) => app.log.warn({ err: error }, 'labels')));
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    await labels.stop();
  });
  // The job does not wait for the carriers: the next label is begun while one of them is silent.
  jobs.define('parcels.label', labels.start, '* * * * *');
  jobs.define('parcels.track', () => trackParcels(context), '*/10 * * * *');
  jobs.define('tasks.finish', () => finishDelivered(db, config.FINISH_AFTER_DAYS), '7 * * * *');
}
