import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DISPUTE_STATES } from '#contract/billing/carrier-costs';
import { Id } from '#contract/core/fields';
import { Amount } from '#contract/money/amount';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { answerDispute, disputeFile } from '../dispute-lines.ts';

const tags = ['carrierDisputes'];
const Params = z.object({ id: Id });
const Answer = z.strictObject({ state: z.enum(DISPUTE_STATES), credited: Amount.optional() });

/** What the carrier answered, and the file that is sent to it. */
export function carrierDisputeRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.post(
    '/v0/carrierDisputes/:id/answer',
    {
      config: { access: 'privilege:carrierDisputes.answer' },
      schema: { tags, params: Params, body: Answer, response: { 200: okSchema(Params) } },
    },
    (request) => {
      const { id } = request.params as z.infer<typeof Params>;
      const { state, credited } = request.body as z.infer<typeof Answer>;
      if (state === 'credited' && !credited) throw invalid([{ path: 'credited', rule: 'required' }]);
      return write(db, request, actorOf(request), async (tx) => {
        await answerDispute(tx, id, state, credited);
        return ok({ id });
      });
    },
  );
  app.get(
    '/v0/carrierDisputes/:id/file',
    { config: { access: 'privilege:carrierDisputes.read' }, schema: { tags, params: Params } },
    async (request, reply) => {
      const { id } = request.params as z.infer<typeof Params>;
      const { name, text } = await disputeFile(db, id, actorOf(request).locale);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .send(text);
    },
  );
}
