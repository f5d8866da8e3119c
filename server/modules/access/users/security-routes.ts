import { and, eq, isNotNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ResetFactorBody, SessionRow } from '#contract/access/session';
import { Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { getRow } from '../../../core/http/rows.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, becomeHouse, write } from '../../../core/http/write.ts';
import { guardRights, requireRightsOver } from '../guard.ts';
import { securityEvent } from '../security-log.ts';
import { factorMailJobs, mailFactorReset, noticeFactorReset } from './factor-mail.ts';
import { endSession, openSessionsOf, revokeSessions } from './open-sessions.ts';
import { users } from './table.ts';

const tags = ['users'];
const Nothing = okSchema(z.null());
const access = 'privilege:users.secure';
const OfUser = z.object({ id: Id });
const OfSession = z.object({ id: Id, sessionId: Id });
const guardSecurity = guardRights('users');

/** Sessions and second factor of other users, for administrators. Only of accounts whose rights are a subset of the own. */
export function securityRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, areas, live } = context;
  factorMailJobs(context);
  /** Runs a write on an account that the caller sees and may change, with the house's rights. */
  const secured = async (request: FastifyRequest, run: (tx: Db, userId: string) => Promise<void>): Promise<void> => {
    const actor = actorOf(request);
    const { id } = request.params as z.infer<typeof OfUser>;
    const entry = areas.get('users');
    if (!entry) throw new DomainError('NotFound');
    await write(db, request, actor, async (tx) => {
      await getRow({ tx, areas, entry, actor }, id);
      await becomeHouse(tx);
      await guardSecurity({ tx, actor, id }, async () => {
        await run(tx, id);
        return { id };
      });
    });
  };
  const record = (tx: Db, request: FastifyRequest, event: 'session.ended' | 'totp.reset', userId: string): Promise<void> => {
    const actor = actorOf(request);
    return securityEvent(tx, event, { userId: actor.userId, account: actor.account, ip: request.ip, detail: `users ${userId}` });
  };

  app.get(
    '/v0/users/:id/sessions',
    { config: { access }, schema: { tags, params: OfUser, response: { 200: okSchema(z.array(SessionRow)) } } },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as z.infer<typeof OfUser>;
      const entry = areas.get('users');
      if (!entry) throw new DomainError('NotFound');
      return asActor(db, actor, request.id, async (tx) => {
        await getRow({ tx, areas, entry, actor }, id);
        await becomeHouse(tx);
        await requireRightsOver(tx, actor.actingId, id);
        return ok(await openSessionsOf(tx, id, actor.sessionId));
      });
    },
  );

  app.delete(
    '/v0/users/:id/sessions/:sessionId',
    { config: { access }, schema: { tags, params: OfSession, response: { 200: Nothing } } },
    async (request) => {
      const { sessionId } = request.params as z.infer<typeof OfSession>;
      await secured(request, async (tx, userId) => {
        await endSession(tx, userId, sessionId);
        await record(tx, request, 'session.ended', userId);
      });
      live.endSession(sessionId);
      return ok(null);
    },
  );

  app.delete(
    '/v0/users/:id/sessions',
    { config: { access }, schema: { tags, params: OfUser, response: { 200: Nothing } } },
    async (request) => {
      const { id } = request.params as z.infer<typeof OfUser>;
      await secured(request, async (tx, userId) => {
        await revokeSessions(tx, userId, actorOf(request).sessionId);
        await record(tx, request, 'session.ended', userId);
      });
      live.endUser(id);
      return ok(null);
    },
  );

  app.post(
    '/v0/users/:id/totp/reset',
    { config: { access }, schema: { tags, params: OfUser, body: ResetFactorBody, response: { 200: Nothing } } },
    async (request) => {
      const { id } = request.params as z.infer<typeof OfUser>;
      const { reason } = request.body as z.infer<typeof ResetFactorBody>;
      // The own factor is removed in the personal settings, with password and code. Otherwise a stolen session would be sufficient.
      if (id === actorOf(request).userId) throw new DomainError('NotAllowed', 'totp');
      // False if the call is repeated and answered as the first time.
      let isReset = false;
      await secured(request, async (tx, userId) => {
        const [reset] = await tx
          .update(users)
          .set({ totpSecret: null, totpPending: null, recoveryHashes: [], totpResetReason: reason })
          .where(and(eq(users.id, userId), isNotNull(users.totpSecret)))
          .returning({ id: users.id });
        if (!reset) throw new DomainError('StateRefused');
        await record(tx, request, 'totp.reset', userId);
        await noticeFactorReset(tx, userId, reason);
        isReset = true;
        // Whoever has the lost device may still be signed in with it.
        await revokeSessions(tx, userId, null);
      });
      if (isReset) await mailFactorReset(context, id, reason);
      live.endUser(id);
      return ok(null);
    },
  );
}
