import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LINE_DECISIONS } from '#contract/billing/carrier-costs';
import { Id } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { decideLines, undoDecisions } from '../decide-lines.ts';

const tags = ['carrierBillLines'];
const ids = z.array(Id).min(1).max(1000);
const Decide = z.strictObject({ ids, decision: z.enum(LINE_DECISIONS) });
const Undo = z.strictObject({ ids });
const Results = z.array(z.object({ id: Id, code: z.enum(['OK', 'StateRefused']), data: z.string().optional() }));

/** Decides many lines at once, each for itself, and takes decisions back. */
export function carrierBillLineRoutes(app: FastifyInstance, { db }: AppContext): void {
  const config = { access: 'privilege:carrierBillLines.decide' as const };
  app.post('/v0/carrierBillLines/decide', { config, schema: { tags, body: Decide, response: { 200: okSchema(Results) } } }, (request) => {
    const body = request.body as z.infer<typeof Decide>;
    return write(db, request, actorOf(request), async (tx) => ok((await decideLines(tx, { ids: body.ids }, body.decision)).results));
  });
  app.post('/v0/carrierBillLines/undo', { config, schema: { tags, body: Undo, response: { 200: okSchema(Results) } } }, (request) => {
    const body = request.body as z.infer<typeof Undo>;
    return write(db, request, actorOf(request), async (tx) => {
      await undoDecisions(tx, { ids: body.ids });
      return ok(body.ids.map((id) => ({ id, code: 'OK' as const })));
    });
  });
}
