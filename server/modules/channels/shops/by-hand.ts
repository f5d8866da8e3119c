import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SHOP_KINDS } from '#contract/channels/channels';
import { Id, Line } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { findChannel } from '../channels/find.ts';
import { addFetches, repeatFailed } from './due.ts';

/** What people may ask of the work on a shop. It is done in the next round, within seconds. */

const readStockAgain = command(
  ({ id }: { id: string }) => sql`update shop_connections set stock_read_at = null, stock_told_at = null where channel_id = ${id}::uuid`,
);
export function shopsByHand(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  const config = { access: 'privilege:channels.update' } as const;
  const schema = { tags: ['channels'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } };
  const onShop = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<void>) => {
    const { id } = request.params as { id: string };
    const actor = actorOf(request);
    return write(db, request, actor, async (tx) => {
      const { kind } = await findChannel(tx, context, actor, id);
      if (!SHOP_KINDS.some((one) => one === kind)) throw new DomainError('StateRefused', 'channels.refusals.noShop');
      await run(tx, id);
      return ok({ id });
    });
  };

  app.post('/v0/channels/:id/compare', { config, schema }, (request) => onShop(request, (tx, id) => readStockAgain(tx, { id })));
  app.post('/v0/channels/:id/retry', { config, schema }, (request) => onShop(request, (tx, id) => repeatFailed(tx, id)));
  // An order that is missing here, by the id that its address in the shop's administration ends with.
  app.post('/v0/channels/:id/fetch', { config, schema: { ...schema, body: z.strictObject({ externalId: Line(60, 1) }) } }, (request) => {
    const { externalId } = request.body as { externalId: string };
    return onShop(request, (tx, id) => addFetches(tx, id, [externalId]));
  });
}
