import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id, Line } from '#contract/core/fields';
import { houseToday } from '#contract/core/house-day';
import { HOLD_KINDS } from '#contract/money/dunning-states';
import type { Db } from '../../../core/db/client.ts';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { findInvoiceParty } from '../dunning/invoice-party.ts';
import { dunningHolds } from './table.ts';

const Params = z.object({ id: Id });
const Body = z.strictObject({ kind: z.enum(HOLD_KINDS), until: CalendarDate.nullable().default(null), reason: Line(300, 1) });
type Of = { merchantId: string | null; customerId: string | null; invoiceId: string | null };

async function partyOf(tx: Db, area: 'invoices' | 'merchants' | 'customers', id: string): Promise<Of> {
  if (area === 'merchants') return { merchantId: id, customerId: null, invoiceId: null };
  if (area === 'customers') return { merchantId: null, customerId: id, invoiceId: null };
  const party = await findInvoiceParty.first(tx, { id });
  if (!party) throw new DomainError('NotFound');
  return { ...party, invoiceId: id };
}

/** Notes a promise of payment or a block on an invoice, a merchant or a customer. */
export function dunningHoldRoutes(app: FastifyInstance, { db }: AppContext): void {
  for (const area of ['invoices', 'merchants', 'customers'] as const)
    app.post(
      `/v0/${area}/:id/dunningHold`,
      {
        config: { access: 'privilege:dunningHolds.create' },
        schema: { tags: [area], params: Params, body: Body, response: { 200: okSchema(Params) } },
      },
      (request) => {
        const { id } = Params.parse(request.params);
        const actor = actorOf(request);
        requirePrivilege(actor, `${area}.read`);
        return write(db, request, actor, async (tx) => {
          const { kind, until, reason } = Body.parse(request.body);
          if (kind === 'promise' && until === null) throw invalid([{ path: 'until', rule: 'required' }]);
          if (until !== null && until < houseToday()) throw invalid([{ path: 'until', rule: 'inPast' }]);
          const [made] = await tx
            .insert(dunningHolds)
            .values({ kind, until, reason, ...(await partyOf(tx, area, id)) })
            .returning({ id: dunningHolds.id });
          if (!made) throw new DomainError('NotFound');
          return ok({ id: made.id });
        });
      },
    );
}
