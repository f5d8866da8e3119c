import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';

import type { Db } from '../../../core/db/client.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { checkRun } from '../check-run.ts';
import { collectCharges, NIGHTLY_DAYS } from '../collect-charges.ts';
import { approveRun, cancelRun, postRuns, startPosting } from '../post-run.ts';
import { RunMerchant, readRun } from '../read-run.ts';
import { annexRoutes } from './annex-routes.ts';

const tags = ['billingRuns'];
const params = z.object({ id: Id });
const schema = { tags, params, response: { 200: okSchema(params) } };

/**
 * Steps of a billing run. `GET /v0/billingRuns/:id/merchants`: what each merchant pays, beside the run before, with findings.
 */
export function billingRunRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, jobs } = context;
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
  const act = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<void>) =>
    write(db, request, actorOf(request), async (tx) => {
      await run(tx, idOf(request));
      return ok({ id: idOf(request) });
    });
  const route = (
    step: string,
    privilege: 'update' | 'approve' | 'post',
    handler: (request: FastifyRequest) => Promise<unknown>,
    body?: z.ZodType,
  ): void => {
    app.post(
      `/v0/billingRuns/:id/${step}`,
      { config: { access: `privilege:billingRuns.${privilege}` }, schema: body ? { ...schema, body } : schema },
      handler,
    );
  };
  route('check', 'update', async (request) => {
    await collectCharges(db, NIGHTLY_DAYS);
    return act(request, checkRun);
  });
  route(
    'approve',
    'approve',
    (request) => {
      const { reason = '' } = (request.body ?? {}) as { reason?: string };
      return act(request, (tx, id) => approveRun(tx, id, actorOf(request).userId, reason));
    },
    z.strictObject({ reason: Line(500).optional() }).nullish(),
  );
  route('post', 'post', async (request) => {
    const answer = await act(request, startPosting);
    await jobs.send('billing.post', {});
    return answer;
  });
  route('cancel', 'update', (request) => act(request, cancelRun));

  const reading = { config: { access: 'privilege:billingRuns.read' as const } };
  app.get(
    '/v0/billingRuns/:id/merchants',
    { ...reading, schema: { tags, params, response: { 200: okSchema(z.array(RunMerchant)) } } },
    async (request) => ok(await readRun(db, idOf(request))),
  );
  annexRoutes(app, context);

  // Also every minute: a run whose node was killed goes on.
  jobs.define('billing.post', () => postRuns(db), '* * * * *');
}
