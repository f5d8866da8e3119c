import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id } from '#contract/core/fields';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { MailQueued, mailQueued } from '../../settings/index.ts';
import { sendStatement } from '../send-statement.ts';
import { usualPeriod } from '../statement.ts';

const Params = z.object({ id: Id });
/** Without days: the last months until today. */
const Body = z.strictObject({ from: CalendarDate.nullable().default(null), to: CalendarDate.nullable().default(null) });

/** Sends the statement of account of a merchant or of a customer. */
export function statementRoutes(app: FastifyInstance, { db, config }: AppContext): void {
  for (const area of ['merchants', 'customers'] as const)
    app.post(
      `/v0/${area}/:id/statement`,
      {
        config: { access: 'privilege:invoices.update' },
        schema: { tags: [area], params: Params, body: Body, response: { 200: okSchema(MailQueued) } },
      },
      (request) => {
        const { id } = Params.parse(request.params);
        const actor = actorOf(request);
        requirePrivilege(actor, `${area}.read`);
        return write(db, request, actor, async (tx) => {
          const usual = await usualPeriod(tx);
          const { from, to } = Body.parse(request.body);
          const period = { from: from ?? usual.from, to: to ?? usual.to };
          if (period.to < period.from) throw invalid([{ path: 'to', rule: 'beforeStart' }]);
          const of = area === 'merchants' ? { merchantId: id, customerId: null } : { merchantId: null, customerId: id };
          return ok(await mailQueued(tx, await sendStatement(tx, config, of, period)));
        });
      },
    );
}
