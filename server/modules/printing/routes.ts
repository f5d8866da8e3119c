import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { ItemlistCall, PrintDataCall, PrintOptions } from '#contract/printing/call';
import { DOCUMENT_NAMES, type DocumentName } from '#contract/printing/documents';
import { Itemlist } from '#contract/printing/paper-data';
import { code128, fitsCode128 } from '#print/codes/code128';
import { writePdf } from '#print/out/pdf';
import { render } from '#print/render';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { invalid } from '../../core/http/errors.ts';
import { actorOf } from '../../core/http/session.ts';
import { asActor, write } from '../../core/http/write.ts';
import { layoutFor } from '../settings/index.ts';
import { askToPrint } from './ask-for-print.ts';
import { loadPage } from './fonts.ts';
import { printItemlist } from './records/itemlist.ts';
import { printRecords } from './records/print-records.ts';

const tags = ['print'];
/** Resolution of the label printers. */
const DPI = 203;
/**
 * Maximum width in modules: bars of two dots (0.25 mm) on the widest item label (62 mm). Wider codes do not fit. Includes quiet zones of
 * ten modules.
 */
const MOST_MODULES = 62 / 0.25;
const modulesOf = (serial: string): number => code128(serial).reduce((sum, width) => sum + width, 20);

/** Data of documents, and one label that is drawn on the server because the specification has a call for it. */
export function printRoutes(app: FastifyInstance, { config, db, areas }: AppContext): void {
  app.post(
    '/v0/print/data',
    {
      config: { access: 'session' },
      schema: {
        tags,
        body: PrintDataCall,
        // Records are parsed by the document's schema, which removes all other fields.
        response: { 200: okSchema(z.object({ records: z.array(z.record(z.string(), z.unknown())) })) },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { document, ids, options } = request.body as z.output<typeof PrintDataCall>;
      return asActor(db, actor, request.id, async (tx) =>
        ok({ records: await printRecords({ tx, areas, config, actor, options }, document, ids) }),
      );
    },
  );

  const Asked = okSchema(z.object({ people: z.int() }));
  const OfDocument = z.object({ document: z.enum(DOCUMENT_NAMES) });
  const OfRow = OfDocument.extend({ id: Id });
  /** Limited by the length of the print view's address. */
  const OfRows = z.strictObject({ ids: z.array(Id).min(1).max(60) });
  const ask = (request: FastifyRequest, document: DocumentName, ids: readonly string[]) => {
    const actor = actorOf(request);
    return write(db, request, actor, async (tx) => ok({ people: await askToPrint({ tx, areas, actor }, document, ids) }));
  };
  /** Asks warehouse staff to print. */
  app.post(
    '/v0/print/requests/:document',
    { config: { access: 'privilege:printJobs.request' }, schema: { tags, params: OfDocument, body: OfRows, response: { 200: Asked } } },
    (request) => ask(request, (request.params as z.output<typeof OfDocument>).document, (request.body as z.output<typeof OfRows>).ids),
  );
  app.post(
    '/v0/print/requests/:document/:id',
    { config: { access: 'privilege:printJobs.request' }, schema: { tags, params: OfRow, response: { 200: Asked } } },
    (request) => {
      const { document, id } = request.params as z.output<typeof OfRow>;
      return ask(request, document, [id]);
    },
  );

  app.post(
    '/v0/print/itemlist',
    { config: { access: 'session' }, schema: { tags, body: ItemlistCall, response: { 200: okSchema(Itemlist) } } },
    async (request) => {
      const actor = actorOf(request);
      const { reckonData } = request.body as z.output<typeof ItemlistCall>;
      return asActor(db, actor, request.id, async (tx) =>
        ok(await printItemlist({ tx, areas, config, actor, options: PrintOptions.parse({}) }, reckonData)),
      );
    },
  );

  const Serial = z.object({ q: z.string().trim().min(1).max(60) });
  /** Label of a serial number as a PDF in base64, as the specification requires. */
  app.get(
    '/v0/utils/labelSNBase64',
    { config: { access: 'session' }, schema: { tags, querystring: Serial, response: { 200: okSchema(z.object({ base64: z.string() })) } } },
    async (request) => {
      const { q } = request.query as z.output<typeof Serial>;
      if (!fitsCode128(q)) throw invalid([{ path: 'q', rule: 'format' }]);
      if (modulesOf(q) > MOST_MODULES) throw invalid([{ path: 'q', rule: 'tooLong', params: { max: 30 } }]);
      const layout = await layoutFor(db, areas, actorOf(request), 'serialLabel');
      const drawn = await render({ document: 'serialLabel', layout, records: [{ serial: q }], locales: ['en'], dpi: DPI }, loadPage);
      const pdf = writePdf(drawn.pages, drawn.fonts, { title: q, created: new Date().toISOString() });
      return ok({ base64: Buffer.from(pdf).toString('base64') });
    },
  );
}
