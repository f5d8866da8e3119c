import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import { IncomingDocument, TakeOver } from '#contract/money/incoming-bills';
import { MAX_E_INVOICE_MB } from '#contract/money/received-invoice';
import type { Db } from '../../../core/db/client.ts';
import { LOOK_EVERY } from '../../../core/folders/take-files.ts';
import { type Actor, isOutside } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { sentenceIn } from '../../../core/http/texts.ts';
import { write } from '../../../core/http/write.ts';
import { repeatWhileRunning } from '../../../core/repeat.ts';
import { EInvoiceError } from '../e-invoice-in/fault.ts';
import { readEInvoiceInTurns } from '../e-invoice-in/read.ts';
import { chooseSupplier, lookAgain, readDocument, reject, reopen } from '../incoming/decide.ts';
import { decideIban } from '../incoming/decide-iban.ts';
import { carrierOf } from '../incoming/find-carrier.ts';
import { receive } from '../incoming/receive.ts';
import { takeInvoiceMails } from '../incoming/take-mails.ts';
import { type Place, takeBack, takeOver } from '../incoming/take-over.ts';

const tags = ['incomingBills'];
const params = z.object({ id: Id });
const Reason = z.strictObject({ reason: Line(500, 1) });
const Supplier = z.strictObject({ supplierId: Id });

/** The sentence of a fault in the language of the reader. */
const worded = (locale: Locale, { fault, params: values }: EInvoiceError): string =>
  sentenceIn(locale, `incomingBills.faults.${fault}`, values);

/** A carrier sends its invoices and reads them. The house decides about them, whatever a role of the carrier is given. */
function refuseOutside(actor: Actor): void {
  if (isOutside(actor)) throw new DomainError('NotAllowed', 'incomingBills.takeOver');
}

async function refusing<T>(locale: Locale, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EInvoiceError) throw new DomainError('FileUnreadable', worded(locale, error));
    throw error;
  }
}

/** Receiving e-invoices, reading them, and deciding about them. */
export function incomingBillRoutes(app: FastifyInstance, { config, db, areas, log }: AppContext): void {
  const access = (privilege: 'read' | 'upload' | 'takeOver' | 'confirmIban') => ({
    access: `privilege:incomingBills.${privilege}` as const,
  });
  const idOf = (request: FastifyRequest): string => (request.params as z.infer<typeof params>).id;
  const act = (request: FastifyRequest, run: (place: Place, id: string) => Promise<void>) => {
    const actor = actorOf(request);
    refuseOutside(actor);
    return write(db, request, actor, (tx) =>
      refusing(actor.locale, async () => {
        const id = idOf(request);
        await run({ tx, areas, actor }, id);
        return ok({ id });
      }),
    );
  };
  const schema = { tags, params, response: { 200: okSchema(params) } };

  if (config.INVOICE_MAILS !== undefined) repeatWhileRunning(app, LOOK_EVERY, 'folder', () => takeInvoiceMails({ db, config, log }));
  app.post(
    '/v0/incomingBills/upload',
    {
      config: access('upload'),
      schema: { tags, consumes: ['multipart/form-data'], response: { 200: okSchema(z.object({ id: Id, no: z.string() })) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const part = request.isMultipart() ? await request.file({ limits: { fileSize: MAX_E_INVOICE_MB * 1024 * 1024 } }) : undefined;
      if (!part) throw new DomainError('InvalidInput', [{ path: 'file', rule: 'required' }]);
      const bytes = await part.toBuffer().catch(() => null);
      if (bytes === null || part.file.truncated)
        throw new DomainError('FileUnreadable', worded(actor.locale, new EInvoiceError('tooLarge', { size: MAX_E_INVOICE_MB })));
      const content = JSON.stringify([part.filename, createHash('sha256').update(bytes).digest('hex')]);
      const run = (tx: Db) =>
        refusing(actor.locale, async () => {
          const document = await readEInvoiceInTurns(bytes);
          const carrier = actor.carrierId ? await carrierOf(tx, actor.carrierId) : null;
          if (isOutside(actor) && !carrier) throw new DomainError('NotAllowed', 'incomingBills.upload');
          const source = carrier ? 'carrier' : 'upload';
          return ok(await receive(tx, config, { name: part.filename, bytes, document, source, carrier }));
        });
      // The records that it is compared with belong to the house.
      return write(db, request, actor, run, { content, house: isOutside(actor) });
    },
  );
  app.get(
    '/v0/incomingBills/:id/document',
    { config: access('read'), schema: { tags, params, response: { 200: okSchema(IncomingDocument) } } },
    async (request) => ok(await readDocument(db, idOf(request), actorOf(request))),
  );
  app.post(
    '/v0/incomingBills/:id/takeOver',
    {
      config: access('takeOver'),
      schema: { tags, params, body: TakeOver, response: { 200: okSchema(z.object({ id: Id, no: z.string() })) } },
    },
    (request) => {
      const actor = actorOf(request);
      refuseOutside(actor);
      return write(db, request, actor, async (tx) => ok(await takeOver({ tx, areas, actor }, idOf(request), request.body as TakeOver)));
    },
  );
  app.post('/v0/incomingBills/:id/supplier', { config: access('takeOver'), schema: { ...schema, body: Supplier } }, (request) =>
    act(request, ({ tx }, id) => chooseSupplier(tx, id, (request.body as z.infer<typeof Supplier>).supplierId)),
  );
  app.post('/v0/incomingBills/:id/check', { config: access('takeOver'), schema }, (request) =>
    act(request, ({ tx }, id) => lookAgain(tx, id)),
  );
  app.post('/v0/incomingBills/:id/reject', { config: access('takeOver'), schema: { ...schema, body: Reason } }, (request) =>
    act(request, ({ tx }, id) => reject(tx, id, (request.body as z.infer<typeof Reason>).reason)),
  );
  app.post('/v0/incomingBills/:id/reopen', { config: access('takeOver'), schema }, (request) =>
    act(request, ({ tx }, id) => reopen(tx, id)),
  );
  app.post('/v0/incomingBills/:id/takeBack', { config: access('takeOver'), schema }, (request) => act(request, takeBack));
  app.post('/v0/incomingBills/:id/confirmIban', { config: access('confirmIban'), schema }, (request) =>
    act(request, (place, id) => decideIban(place, id, 'confirmed')),
  );
  app.post('/v0/incomingBills/:id/keepIban', { config: access('confirmIban'), schema }, (request) =>
    act(request, (place, id) => decideIban(place, id, 'kept')),
  );
}
