import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor } from '../../../core/http/write.ts';
import { supplementInvoices } from '../../money/index.ts';
import { annexInside, annexOf, annexRows, runOfInvoice } from '../annex.ts';
import { annexSheet } from '../annex-sheet.ts';
import { readRun } from '../read-run.ts';

const params = z.object({ id: Id });
const Format = z.enum(['csv', 'xlsx']).default('csv');
const OfRun = z.strictObject({ merchantId: Id, format: Format });
const OfInvoice = z.strictObject({ format: Format });

const MIME = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

/**
 * The charges of one merchant in a run as a file. `GET /v0/billingRuns/:id/annex`: for the house, also before the run is posted.
 * `GET /v0/invoices/:id/annex`: of an invoice that a run made, for whoever may read the invoice.
 */
export function annexRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  supplementInvoices(annexInside);

  type Wanted = { runId: string; merchantId: string; format: keyof typeof MIME; name: string; locale: Locale };
  const send = async (reply: FastifyReply, { runId, merchantId, format, name, locale }: Wanted) => {
    const file = `charges-${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.${format}`;
    const content =
      format === 'csv' ? await annexOf(db, runId, merchantId) : await annexSheet(await annexRows(db, runId, merchantId), locale);
    return reply
      .header('content-type', MIME[format])
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
      .send(content);
  };

  app.get(
    '/v0/billingRuns/:id/annex',
    { config: { access: 'privilege:billingRuns.export', cost: 'export' }, schema: { tags: ['billingRuns'], params, querystring: OfRun } },
    async (request, reply) => {
      const { id } = request.params as z.infer<typeof params>;
      const { merchantId, format } = request.query as z.infer<typeof OfRun>;
      const row = (await readRun(db, id)).find((one) => one.merchantId === merchantId);
      if (!row) throw new DomainError('NotFound');
      return send(reply, { runId: id, merchantId, format, name: row.merchant, locale: actorOf(request).locale });
    },
  );
  app.get(
    '/v0/invoices/:id/annex',
    { config: { access: 'privilege:invoices.read', cost: 'export' }, schema: { tags: ['invoices'], params, querystring: OfInvoice } },
    async (request, reply) => {
      const { id } = request.params as z.infer<typeof params>;
      const { format } = request.query as z.infer<typeof OfInvoice>;
      const actor = actorOf(request);
      const entry = areas.get('invoices');
      const [row] = entry ? await asActor(db, actor, request.id, (tx) => selectRows(tx, areas, entry, actor, [id], { trash: false })) : [];
      if (!row) throw new DomainError('NotFound');
      const run = await runOfInvoice(db, id);
      if (!run) throw new DomainError('StateRefused', 'invoices.refusals.noAnnex');
      return send(reply, { ...run, format, name: String(row['no']), locale: actor.locale });
    },
  );
}
