import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { MailAgain, MailReason } from '#contract/settings/outgoing-mails';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { markBounced, sendAgain, sendOutgoingMails } from '../mail-queue.ts';

const Params = z.object({ id: Id });

/** What people do with a mail that was sent, and the job that sends. */
export function outgoingMailRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, jobs } = context;
  const config = { access: 'privilege:outgoingMails.create' } as const;
  const schema = { tags: ['outgoingMails'], params: Params, response: { 200: okSchema(Params) } };
  app.post('/v0/outgoingMails/:id/again', { config, schema: { ...schema, body: MailAgain } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = Params.parse(request.params);
      return ok({ id: await sendAgain(tx, id, MailAgain.parse(request.body)) });
    }),
  );
  app.post('/v0/outgoingMails/:id/bounced', { config, schema: { ...schema, body: MailReason } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = Params.parse(request.params);
      await markBounced(tx, id, MailReason.parse(request.body).reason);
      return ok({ id });
    }),
  );
  jobs.define('settings.mails', () => sendOutgoingMails(context), '* * * * *');
}
