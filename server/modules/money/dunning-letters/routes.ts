import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { billArrears } from '../dunning/bill-arrears.ts';

const Params = z.object({ id: Id });

/** Drafts the invoice with interest, flat sum and fee of a letter, on wish only. */
export function dunningLetterRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.post(
    '/v0/dunningLetters/:id/bill',
    {
      config: { access: 'privilege:invoices.create' },
      schema: { tags: ['dunningLetters'], params: Params, response: { 200: okSchema(z.object({ id: Id, invoiceId: Id })) } },
    },
    (request) => {
      const { id } = Params.parse(request.params);
      const actor = actorOf(request);
      requirePrivilege(actor, 'dunningLetters.read');
      return write(db, request, actor, async (tx) => ok({ id, invoiceId: await billArrears(tx, id) }));
    },
  );
}
