import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id } from '#contract/core/fields';
import { BILLED } from '#contract/money/circles';
import { totalsOf } from '#contract/money/sums';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { mailQueued } from '../../settings/index.ts';
import { Balances, readBalances } from '../balances.ts';
import { today } from '../entry.ts';
import { draftCreditOf, draftInvoiceOf } from '../invoice-of-order.ts';
import { markOverdue } from '../overdue.ts';
import { billedParty, taxFor } from '../party.ts';
import { keepPdf, withoutPdf } from '../pdf.ts';
import { copyInvoice, lockInvoice, postInvoice } from '../post-invoice.ts';
import { sendInvoice } from '../send-invoice.ts';
import { statementRoutes } from './statement-routes.ts';

const tags = ['invoices'];
const Params = z.object({ id: Id });
const Made = { 200: okSchema(z.object({ id: Id, mailTo: z.string().optional() })) };

type Terms = { id: string; currency: string; paymentDays: number | null; lines: string; net: number; vat: number; gross: number };
const writeTerms = command(
  ({
    id,
    currency,
    paymentDays,
    lines,
    net,
    vat,
    gross,
  }: Terms) => sql`update invoices set currency = ${currency}, payment_days = ${paymentDays}, lines = ${lines}::jsonb,
    net = ${net}, tax = ${vat}, gross = ${gross} where id = ${id}::uuid`,
);
/** Sets currency and tax of a draft from the party's country and VAT id. Every line can be changed afterwards. */
async function applyTerms(tx: Db, id: string): Promise<void> {
  const row = await lockInvoice(tx, id);
  if (row.postedAt !== null) throw new DomainError('StateRefused', 'invoices.refusals.postedStands');
  const party = await billedParty(tx, row);
  const tax = await taxFor(tx, party, row.serviceTo ?? row.serviceFrom ?? (await today(tx)));
  const currency = BILLED.find((one) => one === party.currency) ?? row.currency;
  const lines = row.lines.map((line) => ({ ...line, ...tax }));
  const { net, tax: vat, gross } = totalsOf(lines, currency);
  await writeTerms(tx, { id, currency, paymentDays: party.paymentDays, lines: JSON.stringify(lines), net, vat, gross });
}

/** Calls on invoices besides the form, and the balances. */
export function invoiceRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, areas, jobs, log } = context;
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
  const act = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<string>) =>
    write(db, request, actorOf(request), async (tx) => ok({ id: await run(tx, idOf(request)) }));
  const route = (path: string, handler: (request: FastifyRequest) => Promise<unknown>): void => {
    app.post(
      `/v0/invoices/:id/${path}`,
      { config: { access: 'privilege:invoices.update' }, schema: { tags, params: Params, response: Made } },
      handler,
    );
  };
  /** The invoice already has its number, so a failure to draw the PDF is only logged. The job draws it later. */
  const withPaper = async (answer: { data: { id: string } }) => {
    await keepPdf(context, answer.data.id).catch((error: unknown) => log.error({ err: error, invoice: answer.data.id }, 'no paper yet'));
    return answer;
  };

  route('post', async (request) =>
    withPaper(
      await act(request, async (tx, id) => {
        await postInvoice(tx, id);
        return id;
      }),
    ),
  );
  // The files are made first: a mail without them says nothing.
  route('send', async (request) => {
    await keepPdf(context, idOf(request));
    return write(db, request, actorOf(request), async (tx) => ok(await mailQueued(tx, await sendInvoice(tx, idOf(request)))));
  });
  route('reverse', async (request) =>
    withPaper(
      await act(request, async (tx, id) => {
        const credit = await copyInvoice(tx, id, 'creditNote');
        await postInvoice(tx, credit);
        return credit;
      }),
    ),
  );
  route('credit', (request) => act(request, (tx, id) => copyInvoice(tx, id, 'creditNote')));
  route('reissue', (request) => act(request, (tx, id) => copyInvoice(tx, id, 'invoice')));
  route('terms', (request) =>
    act(request, async (tx, id) => {
      await applyTerms(tx, id);
      return id;
    }),
  );

  /** Drafts made from an order or a return, for the house. */
  const fromTask = (path: string, draft: (tx: Db, taskId: string) => Promise<string>): void => {
    app.post(
      `/v0/tasks/:id/${path}`,
      { config: { access: 'privilege:invoices.create' }, schema: { tags, params: Params, response: Made } },
      (request) => {
        const actor = actorOf(request);
        return write(db, request, actor, async (tx) => {
          const entry = areas.get('tasks');
          const [row] = entry && isStaff(actor) ? await selectRows(tx, areas, entry, actor, [idOf(request)], { trash: false }) : [];
          if (!row) throw new DomainError('NotFound');
          return ok({ id: await draft(tx, idOf(request)) });
        });
      },
    );
  };
  fromTask('invoice', draftInvoiceOf);
  fromTask('creditNote', draftCreditOf);

  statementRoutes(app, context);

  app.get(
    '/v0/balances',
    {
      config: { access: 'privilege:accounts.read' },
      schema: { tags, querystring: z.object({ asOf: CalendarDate.optional() }), response: { 200: okSchema(Balances) } },
    },
    async (request) => {
      const { asOf } = request.query as { asOf?: string };
      return ok(await readBalances(db, asOf ?? (await today(db))));
    },
  );

  jobs.define('money.overdue', () => markOverdue(db), '*/10 * * * *');
  jobs.define(
    'money.papers',
    async () => {
      for (const id of await withoutPdf(db)) await keepPdf(context, id);
    },
    '* * * * *',
  );
}
