import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { command } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';

const forgetError = command(({ id }: { id: string }) => sql`update channel_items set error = '' where id = ${id}::uuid`);

/** An item whose stock the shop refused is told again. */
export function channelItemRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  const schema = { tags: ['channels'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } };
  app.post('/v0/channelItems/:id/again', { config: { access: 'privilege:channels.update' }, schema }, (request) => {
    const { id } = request.params as { id: string };
    return write(db, request, actorOf(request), async (tx) => {
      const entry = areas.get('channelItems');
      const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [id], { trash: false }) : [];
      if (!row) throw new DomainError('NotFound');
      await becomeHouse(tx);
      await forgetError(tx, { id });
      return ok({ id });
    });
  });
}
