import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { ReminderAnswer, ReminderLetter } from '#contract/money/reminder';
import type { Db } from '../../../core/db/client.ts';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { remindersOf, runOf } from '../dunning/decide-overdue.ts';
import { prepareRun } from '../dunning/prepare-run.ts';
import { DunningOverview, readDunning } from '../dunning/read-run.ts';
import { previewReminder, remindInvoice } from '../dunning/remind-invoice.ts';
import { approveRun, cancelRun, sendRuns, startSending } from '../dunning/send-run.ts';
import { today } from '../entry.ts';

const tags = ['dunningRuns'];
const Params = z.object({ id: Id });
const Reminded = z.object({ id: Id, runId: Id, letterNo: z.string() });
const schema = { tags, params: Params, response: { 200: okSchema(Params) } };

/** Steps of a dunning run. `GET /v0/dunningRuns/:id/overview`: its letters, its items, and why others are left out. */
export function dunningRunRoutes(app: FastifyInstance, { db, config, jobs }: AppContext): void {
  const access = (privilege: 'read' | 'prepare' | 'approve' | 'send') => ({ access: `privilege:dunningRuns.${privilege}` as const });
  const act = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<void>) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = request.params as z.infer<typeof Params>;
      await run(tx, id);
      return ok({ id });
    });
  app.post('/v0/dunningRuns/prepare', { config: access('prepare'), schema: { tags, response: { 200: okSchema(Params) } } }, (request) =>
    write(db, request, actorOf(request), async (tx) => ok({ id: await prepareRun(tx) })),
  );
  app.get(
    '/v0/dunningRuns/:id/overview',
    { config: access('read'), schema: { tags, params: Params, response: { 200: okSchema(DunningOverview) } } },
    async (request) => ok(await readDunning(db, (request.params as z.infer<typeof Params>).id)),
  );
  /** What the next run would decide about an invoice. Null: it is not overdue, or has no party that is dunned. */
  app.get(
    '/v0/invoices/:id/reminder',
    { config: access('read'), schema: { tags, params: Params, response: { 200: okSchema(ReminderAnswer.nullable()) } } },
    async (request) => {
      requirePrivilege(actorOf(request), 'invoices.read');
      const { id } = Params.parse(request.params);
      const reminder = (await remindersOf(db, [id], await today(db))).get(id);
      return ok(reminder ? { ...reminder, runId: await runOf(db, id) } : null);
    },
  );
  /** What the reminder of an invoice would say, before it is sent. */
  app.get(
    '/v0/invoices/:id/reminder/letter',
    { config: access('read'), schema: { tags, params: Params, response: { 200: okSchema(ReminderLetter) } } },
    async (request) => {
      requirePrivilege(actorOf(request), 'invoices.read');
      return ok(await previewReminder(db, Params.parse(request.params).id));
    },
  );
  /** Reminds of one invoice, once a day: prepares, approves and sends a run with its letter alone. */
  app.post(
    '/v0/invoices/:id/remind',
    { config: access('send'), schema: { tags, params: Params, response: { 200: okSchema(Reminded) } } },
    async (request) => {
      const actor = actorOf(request);
      for (const privilege of ['invoices.read', 'dunningRuns.prepare', 'dunningRuns.approve']) requirePrivilege(actor, privilege);
      const { id } = Params.parse(request.params);
      const answer = await write(db, request, actor, async (tx) => ok({ id, ...(await remindInvoice(tx, id)) }));
      await jobs.send('dunning.send', {});
      return answer;
    },
  );
  app.post('/v0/dunningRuns/:id/approve', { config: access('approve'), schema }, (request) => act(request, approveRun));
  app.post('/v0/dunningRuns/:id/send', { config: access('send'), schema }, async (request) => {
    const answer = await act(request, startSending);
    await jobs.send('dunning.send', {});
    return answer;
  });
  app.post('/v0/dunningRuns/:id/cancel', { config: access('prepare'), schema }, (request) => act(request, cancelRun));

  // Also every minute: a run whose node was stopped goes on.
  jobs.define('dunning.send', () => sendRuns({ db, config }), '* * * * *');
}
