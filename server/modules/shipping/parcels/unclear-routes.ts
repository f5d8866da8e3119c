import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { FileId, Id, Line } from '#contract/core/fields';
import { okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { takeAsBooked, takeAsNotBooked } from '../unclear-label.ts';
import { changeParcel } from './change-parcel.ts';

const schema = { tags: ['parcels'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } };
const config = { access: 'privilege:parcels.update' } as const;
const BookedLabel = z.strictObject({ trackingNo: Line(60, 1), shipmentId: Line(100).nullish(), file: FileId.nullish() });

/** The two answers to a label of which nobody knows whether it was booked. */
export function unclearRoutes(app: FastifyInstance, context: AppContext): void {
  app.post('/v0/parcels/:id/labelBooked', { config, schema: { ...schema, body: BookedLabel } }, (request) =>
    changeParcel(context, request, {
      command: 'label',
      run: async ({ tx, parcel: { id, taskId }, by }) => {
        const { trackingNo, shipmentId, file } = request.body as z.infer<typeof BookedLabel>;
        if (file) await context.fileOf(actorOf(request), file);
        await takeAsBooked(tx, { parcelId: id, taskId, by }, { trackingNo, shipmentId: shipmentId ?? '', file: file ?? null });
        return { trackingNo, labelBooked: true };
      },
    }),
  );
  app.post('/v0/parcels/:id/labelNotBooked', { config, schema }, (request) =>
    changeParcel(context, request, {
      command: 'label',
      run: async ({ tx, parcel: { id, taskId }, by }) => {
        await takeAsNotBooked(tx, { parcelId: id, taskId, by });
        return { labelNotBooked: true };
      },
    }),
  );
}
