import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PARTY_KINDS } from '#contract/bank/proposal';
import { CalendarDate, Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { approveRun, BLOCKED, cancelRun, dueBills, fileOfRun, ordersOf, prepareRun, sendRun } from '../payment-run.ts';

const tags = ['paymentRuns'];
const Params = z.object({ id: Id });
const Due = z.object({
  id: Id,
  no: z.string(),
  partyKind: z.enum(PARTY_KINDS),
  partyId: Id,
  party: z.string(),
  iban: z.string(),
  dueOn: z.string(),
  currency: z.string(),
  open: z.int(),
  discount: z.int(),
  discountUntil: z.string().nullable(),
  /** Why it cannot be paid now; null: it can. */
  blocked: z.enum(BLOCKED).nullable(),
});
const Order = z.object({
  id: Id,
  billId: Id,
  name: z.string(),
  iban: z.string(),
  amount: z.int(),
  discount: z.int(),
  text: z.string(),
  endToEnd: z.string(),
  /** The movement of the bank that showed it. */
  entryId: Id.nullable(),
});
const Prepare = z.strictObject({
  bankAccountId: Id,
  executeOn: CalendarDate,
  bills: z
    .array(z.strictObject({ billId: Id, withDiscount: z.boolean().default(true) }))
    .min(1)
    .max(500),
});

/** Payment runs: prepared by one person, approved by another, written as a file, settled by the statement. */
export function paymentRunRoutes(app: FastifyInstance, { db }: AppContext): void {
  const access = (privilege: 'read' | 'prepare' | 'approve' | 'send') => ({ access: `privilege:paymentRuns.${privilege}` as const });
  const act = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<void>) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = request.params as z.infer<typeof Params>;
      await run(tx, id);
      return ok({ id });
    });
  const schema = { tags, params: Params, response: { 200: okSchema(Params) } };

  app.get(
    '/v0/paymentRuns/due',
    {
      config: access('prepare'),
      schema: { tags, querystring: z.object({ until: CalendarDate, executeOn: CalendarDate }), response: { 200: okSchema(z.array(Due)) } },
    },
    async (request) => {
      const { until, executeOn } = request.query as { until: string; executeOn: string };
      return ok(await dueBills(db, until, executeOn));
    },
  );
  app.post(
    '/v0/paymentRuns/prepare',
    { config: access('prepare'), schema: { tags, body: Prepare, response: { 200: okSchema(Params) } } },
    (request) => {
      const { bankAccountId, executeOn, bills } = request.body as z.infer<typeof Prepare>;
      return write(db, request, actorOf(request), async (tx) => ok({ id: await prepareRun(tx, bankAccountId, executeOn, bills) }));
    },
  );
  app.get(
    '/v0/paymentRuns/:id/orders',
    { config: access('read'), schema: { tags, params: Params, response: { 200: okSchema(z.array(Order)) } } },
    async (request) => {
      return ok(await ordersOf(db, { id: (request.params as z.infer<typeof Params>).id }));
    },
  );
  app.post('/v0/paymentRuns/:id/approve', { config: access('approve'), schema }, (request) => act(request, approveRun));
  app.post('/v0/paymentRuns/:id/send', { config: access('send'), schema }, (request) => act(request, sendRun));
  app.post('/v0/paymentRuns/:id/cancel', { config: access('prepare'), schema }, (request) => act(request, cancelRun));
  app.get('/v0/paymentRuns/:id/file', { config: access('send'), schema: { tags, params: Params } }, async (request, reply) => {
    const found = await fileOfRun.first(db, { id: (request.params as z.infer<typeof Params>).id });
    if (!found) throw new DomainError('NotFound');
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${found.no}.xml`)}`)
      .send(found.content);
  });
}
