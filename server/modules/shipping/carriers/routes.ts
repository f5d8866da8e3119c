import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import { CLIENT_APIS, KEY_APIS, LOGIN_APIS, OUTSIDE_APIS } from '#contract/shipping/carriers';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { textIn } from '../../../core/http/texts.ts';
import { asHouse, write } from '../../../core/http/write.ts';
import { sealText } from '../../../core/sealed-text.ts';
import { asked, CarrierError, type Checked, type Missing } from '../adapter.ts';
import { pause, readConnection, resume } from '../connections.ts';
import { WEBHOOK_JOB } from '../karrio-notices.ts';
import { adapterOf } from '../registry.ts';
import { carriers } from './table.ts';

const Login = z.strictObject({ key: Line(200, 8), secret: Line(200).default(''), user: Line(200, 1), password: Line(200, 1) });
const Client = z.strictObject({ clientId: Line(200, 8), clientSecret: Line(200, 8) });
const Params = z.object({ id: Id });
const schema = { tags: ['carriers'], params: Params, response: { 200: okSchema(z.object({ id: Id })) } };
const config = { access: 'privilege:carriers.update' } as const;

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `carriers.refusals.${reason}`);
};
/** Why the check could not even ask. */
const reasonOf = (error: unknown): Checked => {
  const reason = error instanceof CarrierError && error.fault.kind === 'misconfigured' ? error.fault.message : 'unreachable';
  return { ok: false, message: reason };
};
/** What a connection whose labels work is not good for, and what to do, as sentences. */
const missingIn = (locale: Locale, missing: readonly Missing[]): string =>
  ['labels', ...missing].map((one) => textIn(locale, `carriers.missing.${one}`)).join(' ');
const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** The key of a carrier connection, and the check that it works. The key is never returned. */
export function carrierConnectionRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, jobs } = context;
  const isOutside = (api: string): boolean => (OUTSIDE_APIS as readonly string[]).includes(api);

  const seal = (request: FastifyRequest, text: string, fits: (api: string) => boolean) => {
    const id = idOf(request);
    return write(db, request, actorOf(request), async (tx) => {
      const [row] = await tx
        .update(carriers)
        .set({ credentials: sealText(context.config.KONTOR_SECRET, 'carrier', id, text) })
        .where(and(eq(carriers.id, id), isNull(carriers.deletedAt)))
        .returning({ api: carriers.api });
      if (!row) throw new DomainError('NotFound');
      if (!fits(row.api)) refuse('notOutside');
      return ok({ id });
    });
  };
  app.put('/v0/carriers/:id/secret', { config, schema: { ...schema, body: z.strictObject({ secret: Line(500, 8) }) } }, (request) => {
    const { secret } = request.body as { secret: string };
    return seal(request, secret, (api) => KEY_APIS.includes(api));
  });
  app.put('/v0/carriers/:id/login', { config, schema: { ...schema, body: Login } }, (request) =>
    seal(request, JSON.stringify(request.body), (api) => LOGIN_APIS.includes(api)),
  );
  app.put('/v0/carriers/:id/client', { config, schema: { ...schema, body: Client } }, (request) =>
    seal(request, JSON.stringify(request.body), (api) => CLIENT_APIS.includes(api)),
  );

  // Asks the carrier outside of a transaction. A connection that works is no longer paused, and its parcels get their labels.
  app.post('/v0/carriers/:id/check', { config, schema }, async (request) => {
    const id = idOf(request);
    const actor = actorOf(request);
    const answer = await write(db, request, actor, async (tx) => {
      const connection = await readConnection.first(tx, { id });
      if (!connection) throw new DomainError('NotFound');
      if (!isOutside(connection.api)) refuse('notOutside');
      return ok({ id });
    });
    const connection = await readConnection.one(db, { id });
    const checked = await asked(context.config.CARRIER_TIMEOUT, async (signal) =>
      adapterOf({ ...context, log: request.log }, connection).check(signal),
    ).catch(reasonOf);
    if (!checked.ok) {
      const { message } = checked;
      if (message !== 'unreachable') await asHouse(db, actor, request.id, (tx) => pause(tx, connection, message));
      return refuse(message);
    }
    await asHouse(db, actor, request.id, (tx) => resume(tx, { id }));
    await jobs.send('parcels.label', {});
    if (connection.api === 'karrio') await jobs.send(WEBHOOK_JOB, {});
    // Labels go on; people are told what will be refused.
    if (checked.missing.length > 0) throw new DomainError('StateRefused', missingIn(actor.locale, checked.missing));
    return answer;
  });
}
