import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as OTPAuth from 'otpauth';
import { z } from 'zod';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { securityEvent } from '../security-log.ts';
import { requirePassword } from './password.ts';
import { requireCode } from './second-factor.ts';
import { users } from './table.ts';

const tags = ['account'];
const Nothing = okSchema(z.null());
const Code = z.strictObject({ code: z.string().max(10) });
/** `code` is of the current second factor. Required if one is set up. */
const Proof = z.strictObject({ passwd: z.string().max(200), code: z.string().max(10).optional() });

/** Second factor of the signed-in user: set up, replace, remove. */
export function totpRoutes(app: FastifyInstance, { db }: AppContext): void {
  const personOf = (actor: Actor, ip: string) => ({ userId: actor.userId, account: actor.account, ip });
  const secretsOf = async ({ userId }: Actor) => {
    const [user] = await db.select({ secret: users.totpSecret, pending: users.totpPending }).from(users).where(eq(users.id, userId));
    if (!user) throw new DomainError('NoSession');
    return user;
  };
  /** Requires the password, and a code if a factor is set up. A stolen session alone is not sufficient. */
  const prove = async (actor: Actor, ip: string, { passwd, code }: z.infer<typeof Proof>): Promise<void> => {
    await requirePassword(db, actor.userId, passwd);
    const { secret } = await secretsOf(actor);
    if (secret === null) return;
    if (!code) throw new DomainError('TotpRequired');
    await requireCode(db, personOf(actor, ip), secret, code);
  };

  app.post(
    '/v0/auth/totp',
    {
      config: { access: 'session' },
      schema: { tags, body: Proof, response: { 200: okSchema(z.object({ secret: z.string(), uri: z.string() })) } },
    },
    async (request) => {
      const actor = actorOf(request);
      await prove(actor, request.ip, request.body as z.infer<typeof Proof>);
      const secret = new OTPAuth.Secret({ size: 20 });
      await db.update(users).set({ totpPending: secret.base32 }).where(eq(users.id, actor.userId));
      return ok({ secret: secret.base32, uri: new OTPAuth.TOTP({ issuer: 'Kontor', label: actor.account, secret }).toString() });
    },
  );

  app.put('/v0/auth/totp', { config: { access: 'session' }, schema: { tags, body: Code, response: { 200: Nothing } } }, async (request) => {
    const actor = actorOf(request);
    const { pending } = await secretsOf(actor);
    if (!pending) throw new DomainError('TotpWrong');
    await requireCode(db, personOf(actor, request.ip), pending, (request.body as z.infer<typeof Code>).code);
    await db.update(users).set({ totpSecret: pending, totpPending: null }).where(eq(users.id, actor.userId));
    await securityEvent(db, 'totp.on', personOf(actor, request.ip));
    return ok(null);
  });

  app.delete(
    '/v0/auth/totp',
    { config: { access: 'session' }, schema: { tags, body: Proof, response: { 200: Nothing } } },
    async (request) => {
      const actor = actorOf(request);
      await prove(actor, request.ip, request.body as z.infer<typeof Proof>);
      await db.update(users).set({ totpSecret: null, totpPending: null }).where(eq(users.id, actor.userId));
      await securityEvent(db, 'totp.off', personOf(actor, request.ip));
      return ok(null);
    },
  );
}
