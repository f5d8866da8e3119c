import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { Paid } from '#contract/money/amount';
import type { Db } from '../../../core/db/client.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { approveBill, disputeBill, matchBill } from '../bill.ts';

const schema = { tags: ['bills'], params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } };
/** `amount`: the part that is approved, with VAT, in the smallest unit; without it all of the bill. */
const Approval = z.strictObject({ reason: Line(500).optional(), amount: Paid.nullish() });
const config = { access: 'privilege:bills.update' } as const;

export function billRoutes(app: FastifyInstance, { db }: AppContext): void {
  const act = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<void>) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = request.params as { id: string };
      await run(tx, id);
      return ok({ id });
    });
  app.post('/v0/bills/:id/match', { config, schema }, (request) => act(request, matchBill));
  app.post('/v0/bills/:id/approve', { config, schema: { ...schema, body: Approval.nullish() } }, (request) =>
    act(request, (tx, id) => approveBill(tx, id, (request.body as z.infer<typeof Approval> | null) ?? {})),
  );
  app.post('/v0/bills/:id/dispute', { config, schema: { ...schema, body: z.strictObject({ reason: Line(500, 1) }) } }, (request) =>
    act(request, (tx, id) => disputeBill(tx, id, (request.body as { reason: string }).reason)),
  );
  app.post('/v0/bills/:id/settleDispute', { config, schema }, (request) => act(request, (tx, id) => disputeBill(tx, id, null)));
}
