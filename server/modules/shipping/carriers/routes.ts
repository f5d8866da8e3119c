import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { OUTSIDE_APIS } from '#contract/shipping/carriers';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { sealText } from '../../../core/sealed-text.ts';
import { asked, CarrierError } from '../adapter.ts';
import { pause, readConnection, resume } from '../connections.ts';
import { adapterOf } from '../registry.ts';
import { carriers } from './table.ts';

const Params = z.object({ id: Id });
const schema = { tags: ['carriers'], params: Params, response: { 200: okSchema(z.object({ id: Id })) } };
const config = { access: 'privilege:carriers.update' } as const;

const refuse = (why: string): never => {
  throw new DomainError('StateRefused', `carriers.refusals.${why}`);
};
const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** The key of a carrier connection, and the check that it works. The key is never returned. */
export function carrierConnectionRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, jobs } = context;
  const isOutside = (api: string): boolean => (OUTSIDE_APIS as readonly string[]).includes(api);

  app.put('/v0/carriers/:id/secret', { config, schema: { ...schema, body: z.strictObject({ secret: Line(500, 8) }) } }, (request) => {
    const id = idOf(request);
    const { secret } = request.body as { secret: string };
    return write(db, request, actorOf(request), async (tx) => {
      const [row] = await tx
        .update(carriers)
        .set({ credentials: sealText(context.config.KONTOR_SECRET, 'carrier', id, secret) })
        .where(and(eq(carriers.id, id), isNull(carriers.deletedAt)))
        .returning({ api: carriers.api });
      if (!row) throw new DomainError('NotFound');
      if (!isOutside(row.api)) refuse('notOutside');
      return ok({ id });
    });
  });

  // Asks the carrier outside of a transaction. A connection that works is no longer paused, and its parcels get their labels.
  app.post('/v0/carriers/:id/check', { config, schema }, async (request) => {
    const id = idOf(request);
    const connection = await readConnection.first(db, { id });
    if (!connection) throw new DomainError('NotFound');
    if (!isOutside(connection.api)) return refuse('notOutside');
    const { ok: works, message } = await asked(context.config.CARRIER_TIMEOUT, (signal) =>
      adapterOf({ ...context, log: request.log }, connection).check(signal),
    ).catch((error: unknown) => ({
      ok: false,
      message: error instanceof CarrierError && error.fault.kind === 'misconfigured' ? error.fault.message : 'unreachable',
    }));
    const reason = works ? '' : message;
    await write(db, request, actorOf(request), async (tx) => {
      if (works) await resume(tx, { id });
      else if (message !== 'unreachable') await pause(tx, { id, reason });
      return ok({ id });
    });
    if (!works) return refuse(message);
    await jobs.send('parcels.label', {});
    return ok({ id });
  });
}
