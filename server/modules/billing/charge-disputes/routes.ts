import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DecideDispute, DisputeCharge, DisputeLine } from '#contract/billing/charge-disputes';
import { Id, Line } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { acceptDispute, disputeCharge, disputeLine, rejectDispute, withdrawDispute } from '../dispute.ts';
import { hold, release } from '../hold-charge.ts';

const tags = ['chargeDisputes'];
const Params = z.object({ id: Id });
const response = { 200: okSchema(Params) };
const Reason = z.strictObject({ reason: Line(500, 3) });

const TABLES = ['charges', 'invoices', 'charge_disputes'] as const;
type Table = (typeof TABLES)[number];
const findOwn = statement(
  { id: cell.uuid },
  ({ table, id }: { table: Table; id: string }) => sql`select id from ${sql.identifier(table)} where id = ${id}::uuid`,
  TABLES.map((table) => ({ table, id: '' })),
);

/** Disputes are opened on a charge or a line of an invoice, and answered by the house. Charges are put on hold and released. */
export function chargeDisputeRoutes(app: FastifyInstance, { db }: AppContext): void {
  type Act = (tx: Db, id: string, input: { actor: Actor; body: unknown }) => Promise<string | void>;
  /** The row is looked for with the rights of the caller; prices, taxes and terms, which merchants cannot read, with those of the house. */
  const act = (request: FastifyRequest, table: Table, run: Act) => {
    const { id } = Params.parse(request.params);
    const actor = actorOf(request);
    return write(db, request, actor, async (tx) => {
      if (!(await findOwn.first(tx, { table, id }))) throw new DomainError('NotFound');
      await becomeHouse(tx);
      return ok({ id: (await run(tx, id, { actor, body: request.body })) ?? id });
    });
  };
  const route = (table: Table, path: string, privilege: string, body: z.ZodType | null, run: Act): void => {
    app.post(
      `/v0/${path}`,
      {
        config: { access: `privilege:${privilege}` as const },
        schema: { tags, params: Params, ...(body ? { body } : {}), response },
      },
      (request) => act(request, table, run),
    );
  };
  route('charges', 'charges/:id/dispute', 'chargeDisputes.open', DisputeCharge, (tx, id, { actor, body }) =>
    disputeCharge(tx, actor, id, DisputeCharge.parse(body)),
  );
  route('invoices', 'invoices/:id/dispute', 'chargeDisputes.open', DisputeLine, (tx, id, { actor, body }) =>
    disputeLine(tx, actor, id, DisputeLine.parse(body)),
  );
  route('charge_disputes', 'chargeDisputes/:id/withdraw', 'chargeDisputes.open', null, (tx, id, { actor }) =>
    withdrawDispute(tx, actor, id),
  );
  route('charge_disputes', 'chargeDisputes/:id/accept', 'chargeDisputes.decide', DecideDispute, (tx, id, { body }) => {
    const { answer, amount } = DecideDispute.parse(body);
    return acceptDispute(tx, id, answer, amount);
  });
  route('charge_disputes', 'chargeDisputes/:id/reject', 'chargeDisputes.decide', DecideDispute.omit({ amount: true }), (tx, id, { body }) =>
    rejectDispute(tx, id, DecideDispute.omit({ amount: true }).parse(body).answer),
  );
  route('charges', 'charges/:id/hold', 'charges.hold', Reason, (tx, id, { body }) => hold(tx, id, Reason.parse(body).reason));
  route('charges', 'charges/:id/release', 'charges.hold', null, (tx, id) => release(tx, id));
}
