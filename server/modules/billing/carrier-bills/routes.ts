import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LINE_DECISIONS, LINE_RESULTS, type LineDecision, type LineResult, MAX_LIST_MB } from '#contract/billing/carrier-costs';
import { Currency, Id, Line } from '#contract/core/fields';
import type { Locale } from '#contract/core/limits';
import { notNull, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { faultIn, ListError } from '../carrier-lists/fault.ts';
import { CarrierSum, Period, ResultSum, readCarriers, readResults, readUnbilled, Unbilled } from '../carrier-reports.ts';
import { compareBill, lockCarrier } from '../compare-lines.ts';
import { decideLines, undoDecisions } from '../decide-lines.ts';
import { checksumOf, readWithProfile, storeList } from '../store-list.ts';
import { carrierBillFiles } from '../tables.ts';
import { takeListBack } from '../take-back-list.ts';
import { carrierBills } from './table.ts';

const tags = ['carrierBills'];
const Params = z.object({ id: Id });
const ReadQuery = z.object({ carrier: Id, profile: Id.optional() });
const UploadQuery = z.object({
  carrier: Id,
  profile: Id.optional(),
  bill: Id.optional(),
  no: Line(40, 1),
  currency: Currency.default('EUR'),
  /** What the bill comes to, net, in the smallest unit. */
  total: z.coerce.number().int(),
});
const ReadAnswer = z.object({
  fileName: z.string(),
  profileId: Id,
  profile: z.string(),
  parcels: z.int(),
  costs: z.int(),
  total: z.int(),
  fromOn: z.string().nullable(),
  toOn: z.string().nullable(),
  /** Headings of columns that the profile does not name. */
  unread: z.array(z.string()),
  kinds: z.array(z.object({ kind: z.string(), heading: z.string(), count: z.int(), amount: z.int() })),
});
const Decide = z.strictObject({ result: z.enum(LINE_RESULTS), decision: z.enum(LINE_DECISIONS) });
const Undo = z.strictObject({ decisionIds: z.array(Id).min(1).max(100) });
const Decided = z.object({ done: z.int(), decisionIds: z.array(Id) });

async function refusing<T>(locale: Locale, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ListError) throw new DomainError('FileUnreadable', faultIn(locale, error));
    throw error;
  }
}

const findFile = statement(
  { content: notNull(carrierBillFiles.content), fileName: carrierBills.fileName },
  ({ id }: { id: string }) =>
    sql`select f.content, b.file_name from carrier_bills b join carrier_bill_files f on f.checksum = b.checksum where b.id = ${id}::uuid`,
  [{ id: '00000000-0000-7000-8000-000000000000' }],
);
const findCarrier = statement(
  { carrierId: carrierBills.carrierId, state: carrierBills.state },
  ({ id }: { id: string }) => sql`select carrier_id, state from carrier_bills where id = ${id}::uuid`,
  [{ id: '00000000-0000-7000-8000-000000000000' }],
);

/** How much of each cost a file has, in the words of the carrier. */
function kindsOf(costs: readonly { kind: string; heading: string; amount: number }[]): z.infer<typeof ReadAnswer>['kinds'] {
  const kinds = new Map<string, z.infer<typeof ReadAnswer>['kinds'][number]>();
  for (const { kind, heading, amount } of costs) {
    const key = `${kind} ${heading.toLowerCase()}`;
    const one = kinds.get(key) ?? { kind, heading, count: 0, amount: 0 };
    kinds.set(key, { ...one, count: one.count + 1, amount: one.amount + amount });
  }
  return [...kinds.values()].toSorted((a, b) => b.count - a.count).slice(0, 60);
}

/** Reading, storing, comparing and taking back the lists of carriers; decisions on all lines of one result; figures. */
export function carrierBillRoutes(app: FastifyInstance, { db }: AppContext): void {
  const reading = { access: 'privilege:carrierBills.read' as const };
  const config = { access: 'privilege:carrierBills.upload' as const };
  const deciding = { access: 'privilege:carrierBillLines.decide' as const };
  const idOf = (request: FastifyRequest): string => (request.params as z.infer<typeof Params>).id;

  const uploaded = async (request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> => {
    const part = request.isMultipart() ? await request.file({ limits: { fileSize: MAX_LIST_MB * 1024 * 1024 } }) : undefined;
    if (!part) throw new DomainError('InvalidInput', [{ path: 'file', rule: 'required' }]);
    const bytes = await part.toBuffer().catch(() => null);
    if (bytes === null || part.file.truncated)
      throw new DomainError('FileUnreadable', faultIn(actorOf(request).locale, new ListError('tooLarge', { size: MAX_LIST_MB })));
    return { name: part.filename.slice(-200), bytes };
  };

  app.post(
    '/v0/carrierBills/read',
    { config, schema: { tags, consumes: ['multipart/form-data'], querystring: ReadQuery, response: { 200: okSchema(ReadAnswer) } } },
    async (request) => {
      const { carrier, profile } = request.query as z.infer<typeof ReadQuery>;
      const { name, bytes } = await uploaded(request);
      return refusing(actorOf(request).locale, async () => {
        const found = await readWithProfile(db, bytes, { carrierId: carrier, profileId: profile ?? null, total: null });
        const { costs, parcels, total, fromOn, toOn, unread } = found.list;
        const kinds = kindsOf(costs);
        return ok({
          fileName: name,
          profileId: found.profile.id,
          profile: found.profile.name,
          parcels,
          costs: costs.length,
          total,
          fromOn,
          toOn,
          unread,
          kinds,
        });
      });
    },
  );
  app.post(
    '/v0/carrierBills/upload',
    { config, schema: { tags, consumes: ['multipart/form-data'], querystring: UploadQuery, response: { 200: okSchema(Params) } } },
    async (request) => {
      const actor = actorOf(request);
      const { carrier, profile, bill, no, currency, total } = request.query as z.infer<typeof UploadQuery>;
      const { name, bytes } = await uploaded(request);
      const upload = { carrierId: carrier, profileId: profile ?? null, billId: bill ?? null, billNo: no, currency, total };
      return write(db, request, actor, (tx) => refusing(actor.locale, async () => ok(await storeList(tx, name, bytes, upload))), {
        content: JSON.stringify([name, checksumOf(bytes)]),
      });
    },
  );
  app.post('/v0/carrierBills/:id/compare', { config, schema: { tags, params: Params, response: { 200: okSchema(Params) } } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const id = idOf(request);
      const bill = await findCarrier.first(tx, { id });
      if (!bill) throw new DomainError('NotFound');
      await lockCarrier(tx, bill);
      if (bill.state === 'compared') await compareBill(tx, id);
      return ok({ id });
    }),
  );
  app.post('/v0/carrierBills/:id/takeBack', { config, schema: { tags, params: Params, response: { 200: okSchema(Params) } } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      await takeListBack(tx, idOf(request));
      return ok({ id: idOf(request) });
    }),
  );
  app.post(
    '/v0/carrierBills/:id/decide',
    { config: deciding, schema: { tags, params: Params, body: Decide, response: { 200: okSchema(Decided) } } },
    (request) => {
      const { result, decision } = request.body as { result: LineResult; decision: LineDecision };
      return write(db, request, actorOf(request), async (tx) => {
        const { results, decisionIds } = await decideLines(tx, { carrierBillId: idOf(request), result }, decision);
        const done = results.filter(({ code }) => code === 'OK').length;
        if (done === 0 && results.length > 0) throw new DomainError('StateRefused', `carrierBillLines.refusals.${decision}`);
        return ok({ done, decisionIds });
      });
    },
  );
  app.post(
    '/v0/carrierBills/:id/undo',
    { config: deciding, schema: { tags, params: Params, body: Undo, response: { 200: okSchema(z.object({ undone: z.int() })) } } },
    (request) =>
      write(db, request, actorOf(request), async (tx) => ok({ undone: await undoDecisions(tx, request.body as z.infer<typeof Undo>) })),
  );

  app.get(
    '/v0/carrierBills/:id/results',
    { config: reading, schema: { tags, params: Params, response: { 200: okSchema(z.array(ResultSum)) } } },
    async (request) => ok(await readResults(db, { id: idOf(request) })),
  );
  app.get(
    '/v0/carrierBills/byCarrier',
    { config: reading, schema: { tags, querystring: Period, response: { 200: okSchema(z.array(CarrierSum)) } } },
    async (request) => ok(await readCarriers(db, request.query as z.infer<typeof Period>)),
  );
  app.get(
    '/v0/carrierBills/unbilled',
    { config: reading, schema: { tags, querystring: Period.extend({ carrierId: Id }), response: { 200: okSchema(Unbilled) } } },
    async (request) => ok(await readUnbilled(db, request.query as z.infer<typeof Period> & { carrierId: string })),
  );
  app.get('/v0/carrierBills/:id/file', { config: reading, schema: { tags, params: Params } }, async (request, reply) => {
    const found = await findFile.first(db, { id: idOf(request) });
    if (!found) throw new DomainError('NotFound');
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.fileName || 'list.csv')}`)
      .send(found.content);
  });
}
