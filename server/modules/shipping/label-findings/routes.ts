import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { Id, Lines } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { acceptFindings, type Decided, disputeFindings, reopenFindings, voidFindings } from '../decide-findings.ts';
import { keepFindings } from '../review-labels.ts';

const Params = z.object({ id: Id });
const ids = z.array(Id).min(1).max(200);
const reason = { reason: Lines(500).min(1) };
const Results = z.array(z.object({ id: Id, code: z.enum(['OK', 'StateRefused']), data: z.string().optional() }));
const schema = { tags: ['labelFindings'] };

type Run = (tx: Db, chosen: readonly string[], actor: Actor, request: FastifyRequest) => Promise<Decided>;
const reasonOf = (request: FastifyRequest): string => (request.body as { reason: string }).reason;

/** The decisions: each is a call for one row and one for several. */
const DECISIONS: { path: string; privilege: string; asks?: true; run: Run }[] = [
  {
    path: 'accept',
    privilege: 'labelFindings.accept',
    asks: true,
    run: (tx, chosen, actor, request) => acceptFindings(tx, chosen, reasonOf(request), allows(actor.privileges, 'carrierBillLines.decide')),
  },
  { path: 'reopen', privilege: 'labelFindings.accept', run: (tx, chosen) => reopenFindings(tx, chosen) },
  { path: 'dispute', privilege: 'carrierBillLines.decide', run: (tx, chosen) => disputeFindings(tx, chosen) },
  { path: 'void', privilege: 'parcels.update', run: (tx, chosen, actor) => voidFindings(tx, chosen, actor.userId) },
];

/** What people decide about labels to check, and the job that keeps the list. */
export function labelFindingRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, jobs } = context;
  // What is to be voided is voided now, and not at the next turn of the job.
  const hurry = async (path: string): Promise<void> => {
    if (path === 'void') await jobs.send('labels.review', {});
  };

  for (const { path, privilege, asks, run } of DECISIONS) {
    const config = { access: `privilege:${privilege}` as const };
    const several = { ...schema, body: z.strictObject({ ids, ...(asks ? reason : {}) }), response: { 200: okSchema(Results) } };
    app.post(`/v0/labelFindings/${path}`, { config, schema: several }, async (request) => {
      const actor = actorOf(request);
      const chosen = (request.body as { ids: string[] }).ids;
      const answer = await write(db, request, actor, async (tx) => ok(await run(tx, chosen, actor, request)));
      await hurry(path);
      return answer;
    });
    const single = {
      ...schema,
      params: Params,
      body: asks ? z.strictObject(reason) : z.strictObject({}).nullish(),
      response: { 200: okSchema(Params) },
    };
    app.post(`/v0/labelFindings/:id/${path}`, { config, schema: single }, async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const answer = await write(db, request, actor, async (tx) => {
        const [result] = await run(tx, [id], actor, request);
        if (result?.data === `labelFindings.refusals.gone`) throw new DomainError('NotFound');
        if (result?.code !== 'OK') throw new DomainError('StateRefused', result?.data);
        return ok({ id });
      });
      await hurry(path);
      return answer;
    });
  }

  jobs.define('labels.review', () => keepFindings(context), '*/10 * * * *');
}
