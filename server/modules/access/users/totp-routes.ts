import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as OTPAuth from 'otpauth';
import { z } from 'zod';
import type { SecurityEventName } from '#contract/access/security-events';
import { ConfirmFactorBody, FactorOffer, FactorProofBody, RecoveryCodesAnswer } from '#contract/access/session';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asHouse } from '../../../core/http/write.ts';
import { securityEvent } from '../security-log.ts';
import { requirePassword } from './password.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { requireCode, requireSecondFactor } from './second-factor.ts';
import { users } from './table.ts';

const tags = ['account'];
const Nothing = okSchema(z.null());
const Codes = okSchema(RecoveryCodesAnswer);
type Proof = z.infer<typeof FactorProofBody>;

/** Second factor of the signed-in user: set up, replace, remove, and its recovery codes. */
export function totpRoutes(app: FastifyInstance, { db }: AppContext): void {
  const personOf = ({ userId, account }: Actor, ip: string) => ({ userId, account, ip });
  const secretsOf = async ({ userId }: Actor) => {
    const [user] = await db.select({ secret: users.totpSecret, pending: users.totpPending }).from(users).where(eq(users.id, userId));
    if (!user) throw new DomainError('NoSession');
    return user;
  };
  /** Requires the password, and a code if a factor is set up. A stolen session alone is not sufficient. */
  const prove = async (request: FastifyRequest): Promise<{ actor: Actor; secret: string | null }> => {
    const actor = actorOf(request);
    const { passwd, code } = request.body as Proof;
    await requirePassword(db, actor.userId, passwd);
    const { secret } = await secretsOf(actor);
    if (secret !== null && !code) throw new DomainError('TotpRequired');
    if (secret !== null && code) await requireSecondFactor(db, personOf(actor, request.ip), secret, code);
    return { actor, secret };
  };
  const change = (request: FastifyRequest, values: Partial<typeof users.$inferInsert>, event: SecurityEventName | null): Promise<void> => {
    const actor = actorOf(request);
    return asHouse(db, actor, request.id, async (tx) => {
      await tx.update(users).set(values).where(eq(users.id, actor.userId));
      if (event) await securityEvent(tx, event, personOf(actor, request.ip));
    });
  };

  app.post(
    '/v0/auth/totp',
    { config: { access: 'session' }, schema: { tags, body: FactorProofBody, response: { 200: okSchema(FactorOffer) } } },
    async (request) => {
      const { actor } = await prove(request);
      const secret = new OTPAuth.Secret({ size: 20 });
      await change(request, { totpPending: secret.base32 }, null);
      return ok({ secret: secret.base32, uri: new OTPAuth.TOTP({ issuer: 'Kontor', label: actor.account, secret }).toString() });
    },
  );

  app.put(
    '/v0/auth/totp',
    { config: { access: 'session' }, schema: { tags, body: ConfirmFactorBody, response: { 200: Codes } } },
    async (request) => {
      const actor = actorOf(request);
      const { pending } = await secretsOf(actor);
      if (!pending) throw new DomainError('TotpWrong');
      await requireCode(db, personOf(actor, request.ip), pending, (request.body as z.infer<typeof ConfirmFactorBody>).code);
      const { codes, hashes } = newRecoveryCodes();
      await change(request, { totpSecret: pending, totpPending: null, recoveryHashes: hashes, totpResetReason: null }, 'totp.on');
      return ok({ codes });
    },
  );

  app.post(
    '/v0/auth/totp/recovery',
    { config: { access: 'session' }, schema: { tags, body: FactorProofBody, response: { 200: Codes } } },
    async (request) => {
      const { secret } = await prove(request);
      if (secret === null) throw new DomainError('StateRefused');
      const { codes, hashes } = newRecoveryCodes();
      await change(request, { recoveryHashes: hashes }, 'recovery.made');
      return ok({ codes });
    },
  );

  app.delete(
    '/v0/auth/totp',
    { config: { access: 'session' }, schema: { tags, body: FactorProofBody, response: { 200: Nothing } } },
    async (request) => {
      await prove(request);
      await change(request, { totpSecret: null, totpPending: null, recoveryHashes: [] }, 'totp.off');
      return ok(null);
    },
  );
}
