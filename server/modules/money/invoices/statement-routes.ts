import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { MailQueued, mailQueued } from '../../settings/index.ts';
import { sendStatement, statementFile } from '../send-statement.ts';
import { usualPeriod } from '../statement.ts';

const Params = z.object({ id: Id });
/** Without days: the last months until today. */
const Body = z.strictObject({ from: CalendarDate.nullable().default(null), to: CalendarDate.nullable().default(null) });
const Query = z.strictObject({
  from: z.union([z.literal(''), CalendarDate]).default(''),
  to: z.union([z.literal(''), CalendarDate]).default(''),
});

/** @throws DomainError InvalidInput if the end is before the start */
async function periodOf(tx: Db, { from, to }: { from: string | null; to: string | null }): Promise<{ from: string; to: string }> {
  const usual = await usualPeriod(tx);
  const period = { from: from || usual.from, to: to || usual.to };
  if (period.to < period.from) throw invalid([{ path: 'to', rule: 'beforeStart' }]);
  return period;
}

/** Writes the statement of account of a merchant or of a customer: `GET` as a file, `POST` into a mail. */
export function statementRoutes(app: FastifyInstance, { db, config, areas }: AppContext): void {
  for (const area of ['merchants', 'customers'] as const) {
    const partyOf = (id: string) => (area === 'merchants' ? { merchantId: id, customerId: null } : { merchantId: null, customerId: id });
    app.get(
      `/v0/${area}/:id/statement`,
      { config: { access: 'privilege:invoices.read', cost: 'export' }, schema: { tags: [area], params: Params, querystring: Query } },
      async (request, reply) => {
        const { id } = Params.parse(request.params);
        const actor = actorOf(request);
        requirePrivilege(actor, `${area}.read`);
        const entry = areas.get(area);
        const [row] = entry
          ? await asActor(db, actor, request.id, (tx) => selectRows(tx, areas, entry, actor, [id], { trash: false }))
          : [];
        if (!row) throw new DomainError('NotFound');
        const { name, bytes } = await statementFile(db, partyOf(id), await periodOf(db, Query.parse(request.query)));
        return reply
          .header('content-type', 'application/pdf')
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
          .send(bytes);
      },
    );
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
          const period = await periodOf(tx, Body.parse(request.body));
          return ok(await mailQueued(tx, await sendStatement(tx, config, partyOf(id), period)));
        });
      },
    );
  }
}
