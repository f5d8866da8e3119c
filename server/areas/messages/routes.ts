import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/fields';
import { ok, okSchema } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';
import { rowsOf } from '../../http/select.ts';
import { actorOf } from '../../http/session.ts';
import { write } from '../../http/write.ts';

const Params = z.object({ id: Id });
const tags = ['messages'];

/** What a receiver does with a message. */
export function messageRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.post(
    '/v0/messages/:id/read',
    { config: { access: 'session' }, schema: { tags, params: Params, response: { 200: okSchema(Params) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const mine = rowsOf(
          await tx.execute(
            sql`update messages set read_at = coalesce(read_at, now()) where id = ${id}::uuid and to_id = ${actor.userId}::uuid returning id`,
          ),
        );
        if (mine.length === 0) throw new DomainError('NotFound');
        return ok({ id });
      });
    },
  );
}
