import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { activateTariff, copyTariff, withdrawTariff } from '../activate-tariff.ts';

const tags = ['tariffs'];
const params = z.object({ id: Id });
const response = { 200: okSchema(z.object({ id: Id })) };

/** Commands of a tariff: activate it, withdraw it before it begins, copy it to a new version. */
export function tariffRoutes(app: FastifyInstance, { db }: AppContext): void {
  const idOf = (request: { params: unknown }): string => (request.params as z.infer<typeof params>).id;
  const schema = { tags, params, response };
  const activating = { config: { access: 'privilege:tariffs.activate' }, schema } as const;
  app.post('/v0/tariffs/:id/activate', activating, (request) => {
    const actor = actorOf(request);
    return write(db, request, actor, async (tx) => ok({ id: await activateTariff(tx, actor, idOf(request)) }));
  });
  app.post('/v0/tariffs/:id/withdraw', activating, (request) =>
    write(db, request, actorOf(request), async (tx) => ok({ id: await withdrawTariff(tx, idOf(request)) })),
  );
  app.post('/v0/tariffs/:id/copy', { config: { access: 'privilege:tariffs.create' }, schema }, (request) =>
    write(db, request, actorOf(request), async (tx) => ok({ id: await copyTariff(tx, idOf(request)) })),
  );
}
