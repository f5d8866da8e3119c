import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { MailQueued, mailQueued } from '../../settings/index.ts';
import { mailQuotation } from '../mail-quotation.ts';
import { acceptQuotation, declineQuotation, reviseQuotation, sendQuotation, undoAcceptance } from '../quotation.ts';

const Params = z.object({ id: Id });
const tags = ['quotations'];
const config = { access: 'privilege:quotations.update' } as const;

/** Commands of a quotation. */
export function quotationRoutes(app: FastifyInstance, { db, config: server }: AppContext): void {
  const Done = { 200: okSchema(z.object({ id: Id })) };
  const Reason = z.strictObject({ reason: Line(500, 1) });
  const plain = { send: sendQuotation, accept: acceptQuotation, revise: reviseQuotation, undoAcceptance };
  for (const [name, run] of Object.entries(plain))
    app.post(`/v0/quotations/:id/${name}`, { config, schema: { tags, params: Params, response: Done } }, (request) => {
      const { id } = request.params as { id: string };
      return write(db, request, actorOf(request), async (tx) => ok({ id: await run(tx, id) }));
    });
  app.post('/v0/quotations/:id/mail', { config, schema: { tags, params: Params, response: { 200: okSchema(MailQueued) } } }, (request) => {
    const { id } = Params.parse(request.params);
    return write(db, request, actorOf(request), async (tx) => ok(await mailQueued(tx, await mailQuotation(tx, server, id))));
  });
  app.post('/v0/quotations/:id/decline', { config, schema: { tags, params: Params, body: Reason, response: Done } }, (request) => {
    const { id } = request.params as { id: string };
    const { reason } = request.body as z.infer<typeof Reason>;
    return write(db, request, actorOf(request), async (tx) => ok({ id: await declineQuotation(tx, id, reason) }));
  });
}
