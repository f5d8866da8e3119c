import type { RateLimitOptions } from '@fastify/rate-limit';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CaptchaAnswer,
  ClientInfoBody,
  LoginAnswer,
  LoginBody,
  ResetCompleteBody,
  ResetRequestBody,
  UserInfo,
} from '#contract/access/session';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { addressOf } from '../../../core/http/rate-limit.ts';
import { readSession } from '../../../core/http/read-session.ts';
import { actorOf } from '../../../core/http/session.ts';
import { newCaptcha } from '../captcha.ts';
import { requireRightsOver } from '../guard.ts';
import { securityEvent } from '../security-log.ts';
import { addFailures, LIMITS, requireTurn } from '../throttle.ts';
import { userInfo } from './info.ts';
import { type Caller, guessCaptcha, login, storeCaptcha } from './login.ts';
import { completeReset, requestReset, resetJobs } from './reset.ts';
import { loginEnvs, sessions, users } from './table.ts';

const tags = ['auth'];
const Nothing = okSchema(z.null());
const Query = z.object({ q: z.string().max(200).optional() });

export const callerOf = (request: FastifyRequest): Caller => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' });

/**
 * Limited by account and address, like wrong passwords: a flood of attempts must not lock out a colleague with the right password
 * (docs/adr/0013-accounts.md).
 */
const onePair: RateLimitOptions = {
  // `preHandler`, because the account is in the body.
  hook: 'preHandler',
  keyGenerator: (request) => `${(request.body as LoginBody).account} ${addressOf(request)}`,
};

/** Sign-in and sign-out, with the paths and methods of the specification, point 7. */
export function authRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, live, webVersion } = context;
  resetJobs(context);
  app.get(
    '/v0/captcha/',
    { config: { access: 'public', cost: 'signIn' }, schema: { tags, response: { 200: okSchema(CaptchaAnswer) } } },
    async () => {
      const { text, svg } = await newCaptcha();
      return ok({ xxs: await storeCaptcha(db, text), svg });
    },
  );

  app.post(
    '/v0/auth/login',
    {
      config: { access: 'public', cost: 'signIn', rateLimit: onePair },
      schema: { tags, body: LoginBody, response: { 200: okSchema(LoginAnswer) } },
    },
    async (request) => ok(await login(db, request.body as LoginBody, callerOf(request))),
  );

  app.get('/v0/auth/stat', { config: { access: 'session' }, schema: { tags, response: { 200: okSchema(UserInfo) } } }, async (request) =>
    ok(await userInfo(db, actorOf(request), webVersion)),
  );

  // Keeps the session alive. The hook records activity at intervals; this call records it always.
  app.get(
    '/v0/auth/refresh',
    { config: { access: 'session' }, schema: { tags, response: { 200: okSchema(UserInfo) } } },
    async (request) => {
      const actor = actorOf(request);
      await db.update(sessions).set({ seenAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
      return ok(await userInfo(db, actor, webVersion));
    },
  );

  app.get('/v0/auth/logout', { config: { access: 'session' }, schema: { tags, response: { 200: Nothing } } }, async (request) => {
    const actor = actorOf(request);
    await db.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
    await securityEvent(db, 'logout', { userId: actor.userId, account: actor.account, ip: request.ip });
    live.endSession(actor.sessionId);
    return ok(null);
  });

  /** Admins only: act as another account; an empty `q` ends it. */
  app.put(
    '/v0/auth/__subId',
    { config: { access: 'session' }, schema: { tags, querystring: Query, response: { 200: okSchema(UserInfo) } } },
    async (request) => {
      const actor = actorOf(request);
      if (!actor.isAdmin) throw new DomainError('NotAllowed', '__subId');
      const wanted = (request.query as z.infer<typeof Query>).q ?? '';
      const subId = wanted === '' || wanted === actor.userId ? null : z.uuid().safeParse(wanted).data;
      if (subId === undefined) throw new DomainError('NotFound');
      if (subId !== null) {
        const [sub] = await db
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, subId), isNull(users.deletedAt), isNull(users.disabledAt)));
        if (!sub) throw new DomainError('NotFound');
        await requireRightsOver(db, actor.userId, subId);
      }
      await db.update(sessions).set({ subId }).where(eq(sessions.id, actor.sessionId));
      const who = { userId: actor.userId, account: actor.account, ip: request.ip };
      if (actor.actingId !== actor.userId) await securityEvent(db, 'actAs.end', { ...who, detail: actor.actingId });
      if (subId !== null) await securityEvent(db, 'actAs.begin', { ...who, detail: subId });
      live.endSession(actor.sessionId);
      const token = request.headers['x-token'];
      const acting = typeof token === 'string' ? await readSession(db, token) : null;
      if (!acting) throw new DomainError('NoSession');
      return ok(await userInfo(db, acting, webVersion));
    },
  );

  /** Client info: binds the login to its browser. */
  app.post(
    '/v0/auth/_ci',
    { config: { access: 'session' }, schema: { tags, body: ClientInfoBody, response: { 200: Nothing } } },
    async (request) => {
      const actor = actorOf(request);
      const { envId } = request.body as z.infer<typeof ClientInfoBody>;
      const [env] = await db
        .update(loginEnvs)
        .set({ lastSeen: sql`now()` })
        .where(and(eq(loginEnvs.id, envId), eq(loginEnvs.userId, actor.userId)))
        .returning({ id: loginEnvs.id });
      if (!env) throw new DomainError('NotFound');
      await db.update(sessions).set({ envId }).where(eq(sessions.id, actor.sessionId));
      return ok(null);
    },
  );

  app.post(
    '/v0/auth/resetPassword',
    { config: { access: 'public', cost: 'signIn' }, schema: { tags, body: ResetRequestBody, response: { 200: Nothing } } },
    async (request) => {
      const { email, xxs, captcha } = request.body as z.infer<typeof ResetRequestBody>;
      const address = `reset:${request.ip}`;
      await requireTurn(db, { [address]: LIMITS.resetAddress });
      await addFailures(db, [address]);
      await guessCaptcha(db, request.ip, xxs, captcha);
      // Not awaited, because the duration would reveal whether the account exists.
      requestReset(context, email, request.ip).catch((error: unknown) => request.log.error({ err: error }, 'reset mail'));
      return ok(null);
    },
  );

  app.put(
    '/v0/auth/resetPassword',
    { config: { access: 'public', cost: 'signIn' }, schema: { tags, body: ResetCompleteBody, response: { 200: Nothing } } },
    async (request) => {
      const userId = await completeReset(db, request.body as z.infer<typeof ResetCompleteBody>, request.ip);
      live.endUser(userId);
      return ok(null);
    },
  );
}
