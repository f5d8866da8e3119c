import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id, Line } from '#contract/core/fields';
import { houseToday } from '#contract/core/house-day';
import { Clock, type PickupKind } from '#contract/shipping/pickups';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { CarrierError } from '../adapter.ts';
import { HANDED_OVER_TODAY, NOT_ON_A_MANIFEST } from '../carrier-days/view.ts';
import { carriers } from '../carriers/table.ts';
import { parcels } from '../parcels/table.ts';
import { DAY_ORDER_APIS } from '../registry.ts';
import { cancelPickup, reviewPickups, sendPickup } from './send.ts';
import { pickups, type ReportedParcel } from './table.ts';

const Params = z.object({ id: Id });
const PickupAsk = z.strictObject({
  day: CalendarDate.nullish(),
  fromTime: Clock.min(1),
  untilTime: Clock.min(1),
  parcels: z.int().min(1).max(10_000).nullish(),
  instruction: Line(50).nullish(),
});
type PickupAsk = z.infer<typeof PickupAsk>;
const schema = { tags: ['pickups'], params: Params, response: { 200: okSchema(Params) } };

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `pickups.refusals.${reason}`);
};
/** Locks the carrier, so that two people who press a button at once order once. */
const lockCarrier = statement(
  { api: carriers.api },
  ({ id }: { id: string }) => sql`select api from carriers where id = ${id}::uuid and deleted_at is null for update`,
);
const countParcels = statement(
  { parcels: cell.integer, weight: cell.integer },
  ({ id }: { id: string }) =>
    sql`select (waiting + parcels)::int as parcels, (waiting_weight + weight)::int as weight from carrier_days where id = ${id}::uuid`,
);
const findOpen = statement(
  { id: pickups.id },
  ({ carrierId, kind, day }: { carrierId: string; kind: PickupKind; day: string }) =>
    sql`select id from pickups where carrier_id = ${carrierId}::uuid and kind = ${kind}
      and ((kind = 'pickup' and day = ${day}::date and state in ('asked', 'ordered', 'unclear')) or (kind = 'manifest' and state in ('asked', 'unclear'))) limit 1`,
);
const findToReport = statement(
  { shipmentId: parcels.shipmentId, trackingNo: parcels.trackingNo, no: parcels.no, weight: parcels.weight },
  ({ id }: { id: string }) =>
    sql`select p.shipment_id, p.tracking_no, p.no, p.weight from parcels p where p.carrier_id = ${id}::uuid and ${sql.raw(HANDED_OVER_TODAY)} and ${sql.raw(NOT_ON_A_MANIFEST)} order by p.no`,
);
const settle = command(
  ({ id, state, confirmation }: { id: string; state: string; confirmation: string }) =>
    sql`update pickups set state = ${state}, confirmation = case when ${confirmation}::text = '' then confirmation else ${confirmation} end where id = ${id}::uuid and state = 'unclear'`,
);
const lockPickup = statement(
  { state: pickups.state, kind: pickups.kind },
  ({ id }: { id: string }) => sql`select state, kind from pickups where id = ${id}::uuid for update`,
);

/** Orders to carriers at the end of the day, and what a person says about one that got no answer. */
export function pickupRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, areas, jobs } = context;
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
  const find = async (tx: Db, area: string, request: FastifyRequest): Promise<string> => {
    const entry = areas.get(area);
    const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [idOf(request)]) : [];
    if (!row) throw new DomainError('NotFound');
    return idOf(request);
  };

  /** The order is stored in a transaction and sent after it. A repeated call gets the first answer, and nothing is sent twice. */
  const place = async (
    request: FastifyRequest,
    kind: PickupKind,
    build: (tx: Db, carrierId: string) => Promise<Partial<typeof pickups.$inferInsert>>,
  ) => {
    const answer = await write(db, request, actorOf(request), async (tx) => {
      const carrierId = await find(tx, 'carrierDays', request);
      const { api } = await lockCarrier.one(tx, { id: carrierId });
      if (!DAY_ORDER_APIS[kind].includes(api)) refuse('byHand');
      const values = await build(tx, carrierId);
      const day = values.day ?? houseToday();
      if (await findOpen.first(tx, { carrierId, kind, day })) refuse(kind === 'pickup' ? 'ordered' : 'underWay');
      const [made] = await tx
        .insert(pickups)
        .values({ ...values, kind, carrierId, day })
        .returning({ id: pickups.id });
      if (!made) throw new DomainError('NotFound');
      return ok({ id: made.id });
    });
    await sendPickup(context, answer.data.id);
    return answer;
  };

  app.post(
    '/v0/carrierDays/:id/pickup',
    { config: { access: 'privilege:pickups.create' }, schema: { ...schema, body: PickupAsk } },
    (request) => {
      const { day, fromTime, untilTime, parcels: count, instruction } = request.body as PickupAsk;
      return place(request, 'pickup', async (tx, carrierId) => {
        if (untilTime <= fromTime) throw invalid([{ path: 'untilTime', rule: 'beforeStart' }]);
        if (day && day < houseToday()) throw invalid([{ path: 'day', rule: 'past' }]);
        const today = await countParcels.one(tx, { id: carrierId });
        const sum = count ? { parcels: count, weight: 0 } : { parcels: Math.max(1, today.parcels), weight: today.weight };
        return { ...sum, day: day ?? houseToday(), fromTime, untilTime, instruction: instruction ?? '' };
      });
    },
  );
  app.post('/v0/carrierDays/:id/manifest', { config: { access: 'privilege:pickups.create' }, schema }, (request) =>
    place(request, 'manifest', async (tx, carrierId) => {
      const rows = await findToReport(tx, { id: carrierId });
      if (rows.length === 0) refuse('nothing');
      const reported = rows.map(({ shipmentId, trackingNo, no }): ReportedParcel => ({ shipmentId, trackingNo, no }));
      return { reported, parcels: rows.length, weight: rows.reduce((sum, { weight }) => sum + (weight ?? 0), 0) };
    }),
  );

  app.post('/v0/pickups/:id/cancel', { config: { access: 'privilege:pickups.update' }, schema }, async (request) => {
    const answer = await write(db, request, actorOf(request), async (tx) => {
      const id = await find(tx, 'pickups', request);
      const { state, kind } = await lockPickup.one(tx, { id });
      if (kind !== 'pickup' || (state !== 'ordered' && state !== 'cancelled')) refuse('notOrdered');
      return ok({ id });
    });
    await cancelPickup(context, answer.data.id).catch((error: unknown) => {
      if (!(error instanceof CarrierError)) throw error;
      request.log.warn({ pickup: answer.data.id, reason: error.fault.message }, 'a carrier did not cancel a pick-up');
      refuse(error.fault.kind === 'refused' ? 'carrierKeeps' : 'noAnswer');
    });
    return answer;
  });

  /** What a person found out about an order without an answer. */
  const known = (path: string, state: 'ordered' | 'refused', body: z.ZodType) =>
    app.post(`/v0/pickups/:id/${path}`, { config: { access: 'privilege:pickups.update' }, schema: { ...schema, body } }, (request) =>
      write(db, request, actorOf(request), async (tx) => {
        const id = await find(tx, 'pickups', request);
        if ((await lockPickup.one(tx, { id })).state !== 'unclear') refuse('notUnclear');
        const confirmation = (request.body as { confirmation?: string } | null)?.confirmation ?? '';
        await settle(tx, { id, state, confirmation });
        return ok({ id });
      }),
    );
  known('ordered', 'ordered', z.strictObject({ confirmation: Line(100, 1) }));
  known('notOrdered', 'refused', z.strictObject({}).nullish());

  jobs.define('pickups.review', () => reviewPickups(context), '* * * * *');
}
