import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { channelItems as area } from '#contract/channels/channel-items';
import { SkuSuggestions } from '#contract/channels/sku-suggestions';
import { Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asHouse, becomeHouse, write } from '../../../core/http/write.ts';
import { DUE_JOB, takeAgain } from '../due.ts';
import { mapSku } from '../map-sku.ts';
import { suggestItems } from '../suggest-items.ts';

// The number that it should have is computed in the next round.
const noteItem = command(
  ({ id, itemId }: { id: string; itemId: string }) => sql`update channel_items set item_id = ${itemId}::uuid where id = ${id}::uuid`,
);
const forgetError = command(({ id }: { id: string }) => sql`update channel_items set error = '' where id = ${id}::uuid`);

const Params = z.object({ id: Id });
const MapBody = z.strictObject({ itemId: Id });

export function channelItemRoutes(app: FastifyInstance, { db, areas, jobs }: AppContext): void {
  const tags = ['channels'];
  const schema = { tags, params: Params, response: { 200: okSchema(z.object({ id: Id })) } };
  /** An item in the actor's scope. */
  async function find(tx: Db, request: FastifyRequest) {
    const { id } = request.params as z.infer<typeof Params>;
    const entry = areas.get('channelItems');
    const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [id], { trash: false }) : [];
    if (!row) throw new DomainError('NotFound');
    return areaRow(area, row);
  }

  // An item whose stock the shop refused is told again.
  app.post('/v0/channelItems/:id/again', { config: { access: 'privilege:channels.update' }, schema }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = await find(tx, request);
      await becomeHouse(tx);
      await forgetError(tx, { id });
      return ok({ id });
    }),
  );

  const config = { access: 'privilege:channelOrders.correct' } as const;
  app.get(
    '/v0/channelItems/:id/suggestions',
    { config, schema: { tags, params: Params, response: { 200: okSchema(SkuSuggestions) } } },
    (request) =>
      asHouse(db, actorOf(request), request.id, async (tx) => {
        const { merchantId, channelId, sku, title, state } = await find(tx, request);
        const unknown = state === 'noItem' && sku !== '' ? [{ sku, title }] : [];
        return ok({ skus: await suggestItems(tx, { id: channelId, merchantId }, unknown) });
      }),
  );
  app.post('/v0/channelItems/:id/map', { config, schema: { ...schema, body: MapBody } }, async (request) => {
    const { itemId } = request.body as z.infer<typeof MapBody>;
    const { waiting, ...answer } = await write(db, request, actorOf(request), async (tx) => {
      const { id, merchantId, sku, state } = await find(tx, request);
      if (state !== 'noItem') throw new DomainError('StateRefused', 'channelItems.refusals.known');
      if (sku === '') throw new DomainError('StateRefused', 'channelItems.refusals.noSku');
      await becomeHouse(tx);
      const orders = await mapSku(tx, { sku, itemId, merchantId }, { mustWait: false });
      await takeAgain(tx, orders);
      await noteItem(tx, { id, itemId });
      return { id, waiting: orders.length };
    });
    if (waiting > 0) await jobs.send(DUE_JOB, {});
    return ok(answer);
  });
}
