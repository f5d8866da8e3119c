import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ChangePasswordBody, ProfileBody, SessionRow, UserInfo } from '#contract/access/session';
import { Id } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { hashToken, newToken } from '../../../core/http/token.ts';
import { asHouse } from '../../../core/http/write.ts';
import { securityEvent } from '../security-log.ts';
import { userInfo } from './info.ts';
import { endSession, openSessionsOf, revokeSessions } from './open-sessions.ts';
import { hashPassword, requirePassword } from './password.ts';
import { requireGoodPassword } from './password-rules.ts';
import { ssoCodes, users } from './table.ts';

const tags = ['account'];
const Nothing = okSchema(z.null());

/** Calls on one's own account: profile, password, sessions, single sign-on. Always of the signed-in user, never of the sub-account. */
export function accountRoutes(app: FastifyInstance, { db, config, live, webVersion, fileOf }: AppContext): void {
  app.put(
    '/v0/auth/chpasswd',
    { config: { access: 'session' }, schema: { tags, body: ChangePasswordBody, response: { 200: Nothing } } },
    async (request) => {
      const actor = actorOf(request);
      const { passwd, newPasswd } = request.body as z.infer<typeof ChangePasswordBody>;
      await requirePassword(db, actor.userId, passwd);
      const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, actor.userId));
      requireGoodPassword(newPasswd, { account: actor.account, name: person?.name ?? '' });
      const passwdHash = await hashPassword(newPasswd);
      await asHouse(db, actor, request.id, async (tx) => {
        await tx.update(users).set({ passwdHash }).where(eq(users.id, actor.userId));
        await revokeSessions(tx, actor.userId, actor.sessionId);
        await securityEvent(tx, 'password.changed', { userId: actor.userId, account: actor.account, ip: request.ip });
      });
      live.endUser(actor.userId);
      return ok(null);
    },
  );

  app.put(
    '/v0/auth/profile',
    { config: { access: 'session' }, schema: { tags, body: ProfileBody, response: { 200: okSchema(UserInfo) } } },
    async (request) => {
      const actor = actorOf(request);
      const { name, locale, avatar } = request.body as z.infer<typeof ProfileBody>;
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(locale === undefined ? {} : { locale }),
        ...(avatar === undefined ? {} : { avatar }),
      };
      // Only a file that the user may read.
      if (avatar) await fileOf(actor, avatar);
      await asHouse(db, actor, request.id, async (tx) => {
        if (Object.keys(changes).length > 0) await tx.update(users).set(changes).where(eq(users.id, actor.userId));
      });
      return ok(await userInfo(db, actor, webVersion));
    },
  );

  app.get(
    '/v0/auth/sessions',
    { config: { access: 'session' }, schema: { tags, response: { 200: okSchema(z.array(SessionRow)) } } },
    async (request) => {
      const actor = actorOf(request);
      return ok(await openSessionsOf(db, actor.userId, actor.sessionId));
    },
  );

  app.delete(
    '/v0/auth/sessions/:id',
    { config: { access: 'session' }, schema: { tags, params: z.object({ id: Id }), response: { 200: Nothing } } },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      await endSession(db, actor.userId, id);
      live.endSession(id);
      return ok(null);
    },
  );

  const SsoBody = z.strictObject({ sso: z.string().min(1).max(200) });
  /** Issues a single-use code, valid for 60 seconds and bound to the sso value. The session token is never sent to another host. */
  app.post(
    '/v0/auth/sso',
    { config: { access: 'session' }, schema: { tags, body: SsoBody, response: { 200: okSchema(z.object({ url: z.string() })) } } },
    async (request) => {
      const actor = actorOf(request);
      if (!config.SSO_URL) throw new DomainError('NotFound');
      const { sso } = request.body as z.infer<typeof SsoBody>;
      const code = newToken();
      await db
        .insert(ssoCodes)
        .values({ codeHash: hashToken(code), userId: actor.userId, sso, expiresAt: sql`now() + interval '60 seconds'` });
      const url = new URL(config.SSO_URL);
      url.searchParams.set('sso', sso);
      url.searchParams.set('token', code);
      return ok({ url: url.href });
    },
  );

  const Exchange = z.strictObject({ sso: z.string().max(200), token: z.string().max(100) });
  /** The other host exchanges the code for the user's data, once. */
  app.post(
    '/v0/auth/ssoExchange',
    {
      config: { access: 'public' },
      schema: { tags, body: Exchange, response: { 200: okSchema(z.object({ account: z.string(), name: z.string() })) } },
    },
    async (request) => {
      const { sso, token } = request.body as z.infer<typeof Exchange>;
      const open = and(
        eq(ssoCodes.codeHash, hashToken(token)),
        eq(ssoCodes.sso, sso),
        isNull(ssoCodes.usedAt),
        sql`${ssoCodes.expiresAt} > now()`,
      );
      const [used] = await db.update(ssoCodes).set({ usedAt: sql`now()` }).where(open).returning({ userId: ssoCodes.userId });
      const [user] = used
        ? await db
            .select({ account: users.account, name: users.name })
            .from(users)
            .where(and(eq(users.id, used.userId), isNull(users.disabledAt), isNull(users.deletedAt)))
        : [];
      if (!user) throw new DomainError('LinkExpired');
      return ok(user);
    },
  );
}
