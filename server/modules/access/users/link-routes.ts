import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AcceptInvitationBody, ChangeEmailBody, InviteAnswer, InviteBody, LinkBody, UserInfo } from '#contract/access/session';
import { Id } from '#contract/core/fields';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { getRow } from '../../../core/http/rows.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, becomeHouse, write } from '../../../core/http/write.ts';
import { guardRights } from '../guard.ts';
import { invitationLink, sendWaitingMails } from './account-mails.ts';
import { askOwnAddress, cancelAddress, confirmAddress } from './email-change.ts';
import { userInfo } from './info.ts';
import { acceptInvitation, invite } from './invitation.ts';
import { requirePassword } from './password.ts';

const tags = ['account'];
const Nothing = okSchema(z.null());
const Account = okSchema(z.object({ account: z.string() }));
const InvitationMade = z.object({ token: z.string().nullable(), expiresAt: z.string(), account: z.string() });
const guardInvitation = guardRights('users');

type Wanted = { id: string; by: 'mail' | 'link' };

async function invited({ db, areas }: AppContext, actor: Actor, requestId: string, { id, by }: Wanted) {
  const entry = areas.get('users');
  if (!entry) throw new DomainError('NotFound');
  return asActor(db, actor, requestId, async (tx) => {
    // The account must be visible to the caller.
    const row = await getRow({ tx, areas, entry, actor }, id);
    await becomeHouse(tx);
    const made = await guardInvitation({ tx, actor, id }, async () => ({ id, ...(await invite(tx, actor, id, by)) }));
    return InvitationMade.parse({ ...made, account: row['account'] });
  });
}

/** Invitations and new e-mail addresses: requests of signed-in users, and the public calls behind the mailed links. */
export function linkRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config, log, jobs, webVersion } = context;
  jobs.define('account-mails', () => sendWaitingMails(context), '* * * * *');
  const sendNow = (): void =>
    void sendWaitingMails(context).catch((error: unknown) => log.error({ err: error }, 'waiting mails could not be read'));
  // Mails are sent after the commit of any call that may have created them: a form, a bulk action or one of the calls below.
  app.addHook('onResponse', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    const mayHaveMails = url === '/v0/auth/email' || url.startsWith('/v0/users');
    if (mayHaveMails && request.method !== 'GET' && reply.statusCode < 400) sendNow();
  });

  app.post(
    '/v0/users/:id/invitation',
    {
      config: { access: 'privilege:users.update' },
      schema: { tags: ['users'], params: z.object({ id: Id }), body: InviteBody, response: { 200: okSchema(InviteAnswer) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const { by } = request.body as z.infer<typeof InviteBody>;
      // Not stored under the idempotency key, because the answer contains a secret.
      const { token, account, expiresAt } = await invited(context, actor, request.id, { id, by });
      return ok({ link: token === null ? null : invitationLink(config.KONTOR_ORIGIN, account, token), expiresAt });
    },
  );

  app.put(
    '/v0/auth/invitation',
    { config: { access: 'public', cost: 'signIn' }, schema: { tags, body: AcceptInvitationBody, response: { 200: Nothing } } },
    async (request) => {
      await acceptInvitation(db, request.body as z.infer<typeof AcceptInvitationBody>, request.ip);
      return ok(null);
    },
  );

  app.put(
    '/v0/auth/email',
    { config: { access: 'session' }, schema: { tags, body: ChangeEmailBody, response: { 200: okSchema(UserInfo) } } },
    async (request) => {
      const actor = actorOf(request);
      const { email, passwd } = request.body as z.infer<typeof ChangeEmailBody>;
      await requirePassword(db, actor.userId, passwd);
      await write(db, request, actor, async (tx) => {
        await becomeHouse(tx);
        await askOwnAddress(tx, actor, email, request.ip);
      });
      return ok(await userInfo(db, actor, webVersion));
    },
  );

  app.put(
    '/v0/auth/email/confirm',
    { config: { access: 'public', cost: 'signIn' }, schema: { tags, body: LinkBody, response: { 200: Account } } },
    async (request) => ok(await confirmAddress(db, (request.body as z.infer<typeof LinkBody>).secret, request.ip)),
  );

  app.put(
    '/v0/auth/email/cancel',
    { config: { access: 'public', cost: 'signIn' }, schema: { tags, body: LinkBody, response: { 200: Account } } },
    async (request) => ok(await cancelAddress(db, (request.body as z.infer<typeof LinkBody>).secret, request.ip)),
  );
}
