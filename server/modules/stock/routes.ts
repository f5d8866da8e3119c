import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { isStaff } from '../../core/http/actor.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { actorOf } from '../../core/http/session.ts';
import { sharedAnswers } from '../../core/http/shared-answer.ts';
import { AsOf, AsOfFileQuery, AsOfQuery, fileAsOf, showAsOf } from './as-of.ts';
import { Proof, readProof, stockJobs } from './proof.ts';
import { storageJobs } from './storage-days.ts';

/** Milliseconds for which the answer is cached for all users. */
const KEPT_FOR = 10_000;

/**
 * `GET /v0/stock/proof`: violated stock rules, shown by a badge of the application; must be 0.
 * `GET /v0/stock/asOf`: stock at a past instant, and the same as a file.
 */
export function stockRoutes(app: FastifyInstance, context: AppContext): void {
  stockJobs(context);
  storageJobs(context);
  const { db, log } = context;
  const sharedProof = sharedAnswers<Proof>(KEPT_FOR);
  const sharedAsOf = sharedAnswers<AsOf>(KEPT_FOR);
  const read = async (): Promise<Proof> => {
    const proof = await readProof(db);
    if (proof.broken > 0) log.error({ rules: proof.rules.filter(({ broken }) => broken > 0) }, 'the stock proof does not hold');
    return proof;
  };
  app.get(
    '/v0/stock/proof',
    { config: { access: 'privilege:stockMoves.read' }, schema: { tags: ['stock'], response: { 200: okSchema(Proof) } } },
    async (request) => {
      const proof = await sharedProof('', read);
      // Users outside the house see whether the rules hold, not the details of each rule.
      return ok(request.actor?.merchantId ? { ...proof, rules: [] } : proof);
    },
  );
  app.get(
    '/v0/stock/asOf',
    {
      config: { access: 'privilege:stockMoves.read' },
      schema: { tags: ['stock'], querystring: AsOfQuery, response: { 200: okSchema(AsOf) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const query = request.query as z.infer<typeof AsOfQuery>;
      const key = JSON.stringify([actor.merchantId, isStaff(actor), query.at, query.merchantId, query.itemId]);
      return ok(await sharedAsOf(key, () => showAsOf(db, actor, query)));
    },
  );
  app.get(
    '/v0/stock/asOf/file',
    { config: { access: 'privilege:stockMoves.export', cost: 'export' }, schema: { tags: ['stock'], querystring: AsOfFileQuery } },
    async (request, reply) => {
      const { locale, ...query } = request.query as z.infer<typeof AsOfFileQuery>;
      const name = `stock-${query.at.slice(0, 16).replaceAll(':', '-')}.csv`;
      const file = await fileAsOf(db, actorOf(request), query, locale);
      return reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`).send(file);
    },
  );
}
