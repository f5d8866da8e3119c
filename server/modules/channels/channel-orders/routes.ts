import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { channelOrders as area } from '#contract/channels/channel-orders';
import { SkuSuggestions } from '#contract/channels/sku-suggestions';
import { Address, Id, Line } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { command, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asHouse, becomeHouse, write } from '../../../core/http/write.ts';
import { carriers } from '../../shipping/carriers/table.ts';
import { DUE_JOB, takeAgain } from '../due.ts';
import { mapSku } from '../map-sku.ts';
import { unclearLines } from '../resolve-order.ts';
import { suggestItems } from '../suggest-items.ts';
import { linesOf, takeOrder } from '../take-order.ts';
import { channelOrders } from './table.ts';

/** Corrections of held orders. Each takes the order again at once, and orders that wait for the same in the background. */

const findCarrier = statement(
  { code: carriers.code },
  ({ id }: { id: string }) => sql`select code from carriers where id = ${id}::uuid and active and deleted_at is null`,
);
const mapCarrier = command(
  ({ channelId, name, code }: { channelId: string; name: string; code: string }) =>
    sql`update channels set mapping = mapping || jsonb_build_object(${name}::text, ${code}::text) where id = ${channelId}::uuid`,
);
const findSameCarrier = statement(
  { id: channelOrders.id },
  ({ channelId, name }: { channelId: string; name: string }) =>
    sql`select id from channel_orders where channel_id = ${channelId}::uuid and state = 'held' and reason = 'noCarrier' and detail = ${name}`,
);
const changeAddress = command(
  ({ id, parts }: { id: string; parts: string }) =>
    sql`update channel_orders set body = jsonb_set(body, '{consignee}', body->'consignee' || ${parts}::jsonb) where id = ${id}::uuid`,
);
const giveUp = command(
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update channel_orders set state = 'ignored', reason = null, detail = ${reason}, ended_at = now() where id = ${id}::uuid`,
);
const lockOrder = command(({ id }: { id: string }) => sql`select 1 from channel_orders where id = ${id}::uuid for update`);

const part = Address.shape;
const MapBody = z.strictObject({ itemId: Id, sku: Line(64).default('') });
const CarrierBody = z.strictObject({ carrierId: Id });
/** Parts that are left empty stay as they are. */
const AddressBody = z.strictObject({
  name1: part.name1.default(''),
  streetName: part.streetName.default(''),
  streetNumber: part.streetNumber.default(''),
  zip: part.zip.default(''),
  city: part.city.default(''),
  country: part.country.default(''),
});
const ReasonBody = z.strictObject({ reason: Line(500, 1) });
const Params = z.object({ id: Id });
const Answer = { 200: okSchema(z.object({ id: Id, state: z.string() })) };
const tags = ['channelOrders'];
const config = { access: 'privilege:channelOrders.correct' } as const;

export function channelOrderRoutes(app: FastifyInstance, { db, areas, jobs }: AppContext): void {
  /** An order in the actor's scope. */
  async function find(tx: Db, request: FastifyRequest) {
    const { id } = request.params as z.infer<typeof Params>;
    const entry = areas.get('channelOrders');
    const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [id]) : [];
    if (!row) throw new DomainError('NotFound');
    return areaRow(area, row);
  }
  /** A held order in the actor's scope, locked. The rest of the transaction has the rights of the house. */
  async function held(tx: Db, request: FastifyRequest) {
    const { id } = await find(tx, request);
    await becomeHouse(tx);
    await lockOrder(tx, { id });
    const order = await find(tx, request);
    if (order.state !== 'held') throw new DomainError('StateRefused', 'channelOrders.refusals.notHeld');
    return order;
  }
  type Order = Awaited<ReturnType<typeof held>>;

  /** Corrects, takes the order, and lets the others be taken after the commit. */
  const correct = async (request: FastifyRequest, change: (tx: Db, order: Order) => Promise<readonly string[]>) => {
    const actor = actorOf(request);
    const { others, ...answer } = await write(db, request, actor, async (tx) => {
      const order = await held(tx, request);
      const waiting = (await change(tx, order)).filter((id) => id !== order.id);
      await takeAgain(tx, waiting);
      return { id: order.id, state: (await takeOrder(tx, order.id, actor.userId)) ?? 'held', others: waiting.length };
    });
    if (others > 0) await jobs.send(DUE_JOB, {});
    return ok(answer);
  };

  app.post('/v0/channelOrders/:id/map', { config, schema: { tags, params: Params, body: MapBody, response: Answer } }, (request) => {
    const { itemId, sku: given } = request.body as z.infer<typeof MapBody>;
    return correct(request, async (tx, { merchantId, detail, reason }) => {
      if (reason !== 'unknownSku' && reason !== 'duplicateSku') throw new DomainError('StateRefused', 'channelOrders.refusals.otherReason');
      const sku = given || (detail.split(', ')[0] ?? '');
      return mapSku(tx, { sku, itemId, merchantId }, { mustWait: true });
    });
  });

  app.get(
    '/v0/channelOrders/:id/suggestions',
    { config, schema: { tags, params: Params, response: { 200: okSchema(SkuSuggestions) } } },
    (request) =>
      asHouse(db, actorOf(request), request.id, async (tx) => {
        const { id, merchantId, channelId, state } = await find(tx, request);
        const unclear = state === 'held' ? await unclearLines(tx, merchantId, await linesOf(tx, id)) : [];
        const unknown = unclear.map(({ sku, name }) => ({ sku, title: name }));
        return ok({ skus: await suggestItems(tx, { id: channelId, merchantId }, unknown) });
      }),
  );

  app.post(
    '/v0/channelOrders/:id/carrier',
    { config, schema: { tags, params: Params, body: CarrierBody, response: Answer } },
    (request) => {
      const { carrierId } = request.body as z.infer<typeof CarrierBody>;
      return correct(request, async (tx, { channelId, detail: name, reason }) => {
        if (reason !== 'noCarrier') throw new DomainError('StateRefused', 'channelOrders.refusals.otherReason');
        const carrier = await findCarrier.first(tx, { id: carrierId });
        if (!carrier) throw invalid([{ path: 'carrierId', rule: 'reference' }]);
        await mapCarrier(tx, { channelId, name, code: carrier.code });
        return (await findSameCarrier(tx, { channelId, name })).map(({ id }) => id);
      });
    },
  );

  app.post(
    '/v0/channelOrders/:id/address',
    { config, schema: { tags, params: Params, body: AddressBody, response: Answer } },
    (request) => {
      const given = Object.entries(request.body as z.infer<typeof AddressBody>).filter(([, text]) => text !== '');
      return correct(request, async (tx, { id }) => {
        await changeAddress(tx, { id, parts: JSON.stringify(Object.fromEntries(given)) });
        return [];
      });
    },
  );

  app.post('/v0/channelOrders/:id/retry', { config, schema: { tags, params: Params, response: Answer } }, (request) =>
    correct(request, async () => []),
  );

  app.post('/v0/channelOrders/:id/giveUp', { config, schema: { tags, params: Params, body: ReasonBody, response: Answer } }, (request) => {
    const { reason } = request.body as z.infer<typeof ReasonBody>;
    return write(db, request, actorOf(request), async (tx) => {
      const { id } = await held(tx, request);
      await giveUp(tx, { id, reason });
      return ok({ id, state: 'ignored' });
    });
  });
}
