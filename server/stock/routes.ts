import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ok, okSchema } from '../http/answers.ts';
import type { AppContext } from '../http/context.ts';
import { actorOf } from '../http/session.ts';
import { AsOf, AsOfFileQuery, AsOfQuery, fileAsOf, showAsOf } from './as-of.ts';
import { readInvariants } from './invariants.ts';

const Proof = z.object({ at: z.string(), broken: z.int(), rules: z.array(z.object({ rule: z.string(), broken: z.int() })) });
type Proof = z.infer<typeof Proof>;
/** Comparing the whole ledger costs; everybody who looks within a minute sees the same proof. */
const FRESH_MS = 60_000;

/**
 * `GET /v0/stock/proof`: ledger against balances, reservations and boxes. The badge of the application shows it; always 0.
 * `GET /v0/stock/asOf`: what lay where at a past instant, and the same as a file.
 */
export function stockRoutes(app: FastifyInstance, { pool, db, log }: AppContext): void {
  let latest: { at: number; proof: Promise<Proof> } | null = null;
  const read = async (): Promise<Proof> => {
    const rules = await readInvariants(pool);
    const broken = rules.reduce((sum, rule) => sum + rule.broken, 0);
    if (broken > 0) log.error({ rules: rules.filter((rule) => rule.broken > 0) }, 'the stock proof does not hold');
    return { at: new Date().toISOString(), broken, rules };
  };
  app.get(
    '/v0/stock/proof',
    { config: { access: 'privilege:stockMoves.read' }, schema: { tags: ['stock'], response: { 200: okSchema(Proof) } } },
    async (request) => {
      if (!latest || Date.now() - latest.at > FRESH_MS) {
        latest = { at: Date.now(), proof: read() };
        latest.proof.catch(() => {
          latest = null;
        });
      }
      const proof = await latest.proof;
      // Outsiders learn that the books agree, not which rule speaks of what.
      return ok(request.actor?.merchantId ? { ...proof, rules: [] } : proof);
    },
  );
  app.get(
    '/v0/stock/asOf',
    {
      config: { access: 'privilege:stockMoves.read' },
      schema: { tags: ['stock'], querystring: AsOfQuery, response: { 200: okSchema(AsOf) } },
    },
    async (request) => ok(await showAsOf(db, actorOf(request), request.query as z.infer<typeof AsOfQuery>)),
  );
  app.get(
    '/v0/stock/asOf/file',
    { config: { access: 'privilege:stockMoves.export' }, schema: { tags: ['stock'], querystring: AsOfFileQuery } },
    async (request, reply) => {
      const { locale, ...query } = request.query as z.infer<typeof AsOfFileQuery>;
      const name = `stock-${query.at.slice(0, 16).replaceAll(':', '-')}.csv`;
      const file = await fileAsOf(db, actorOf(request), query, locale);
      return reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`).send(file);
    },
  );
}
