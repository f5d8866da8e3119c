import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/fields';
import type { Db } from '../../db/client.ts';
import { ok, okSchema } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { actorOf } from '../../http/session.ts';
import { write } from '../../http/write.ts';
import { cancelOrder, closeOrder, placeOrder } from '../../trade/purchase.ts';

const COMMANDS: Record<string, (tx: Db, id: string, by: string) => Promise<unknown>> = {
  order: placeOrder,
  cancel: cancelOrder,
  close: closeOrder,
};

/** What is done with a purchase order beyond writing it. */
export function purchaseRoutes(app: FastifyInstance, { db }: AppContext): void {
  const schema = { tags: ['purchaseOrders'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } };
  for (const [name, run] of Object.entries(COMMANDS))
    app.post(`/v0/purchaseOrders/:id/${name}`, { config: { access: 'privilege:purchaseOrders.update' }, schema }, (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        await run(tx, id, actor.userId);
        return ok({ id });
      });
    });
}
