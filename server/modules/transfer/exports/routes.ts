import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { houseToday } from '#contract/core/house-day';
import { LOCALES } from '#contract/core/limits';
import { FILTER_OPS } from '#contract/core/query';
import { exports as area } from '#contract/transfer/exports';
import type { Db } from '../../../core/db/client.ts';
import { type Actor, requirePrivilege } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { conditions } from '../../../core/http/list.ts';
import { actorOf } from '../../../core/http/session.ts';
import { readLink } from '../../../core/http/signed-link.ts';
import { textIn } from '../../../core/http/texts.ts';
import { asHouse, write } from '../../../core/http/write.ts';
import { type ExportRequest, exportPath, removeOldExports, runExport } from './run.ts';
import { exports } from './table.ts';

/** Maximum bytes of a file that is returned in an envelope. */
const IN_ENVELOPE = 20_000_000;
/** Milliseconds between two removals of old export files. */
const TIDY_EVERY = 3_600_000;
const tags = ['exports'];
const FilterBody = z.strictObject({ field: Line(80), op: z.enum(FILTER_OPS), value: z.union([z.string(), z.array(z.string()).max(1000)]) });
const Body = z.strictObject({
  mask: Line(80, 1),
  format: z.enum(['csv', 'xlsx']),
  fields: z.array(Line(80)).min(1).max(80),
  q: z.string().max(200).default(''),
  s: z.string().max(80).nullable().default(null),
  filters: z.array(FilterBody).max(50).default([]),
  ids: z.array(Id).max(10_000).optional(),
  trash: z.boolean().default(false),
  locale: z.enum(LOCALES).default('en'),
});
type Wanted = z.infer<typeof Body>;
/** States without a file, in which an export can be started again. */
const AGAIN = ['expired', 'failed', 'cancelled'] as const;
const MIME = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

export function exportRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, db, areas, jobs, maskFor, log } = context;
  jobs.define('export', (data) => runExport(context, String(data['id'])));
  // Runs on every node, because each node has the files of its own exports.
  const tidy = (): Promise<void> => removeOldExports(db, config).catch((error: unknown) => log.error({ err: error }, 'old exports'));
  const timer = setInterval(() => void tidy(), TIDY_EVERY).unref();
  app.addHook('onReady', tidy);
  app.addHook('onClose', async () => clearInterval(timer));

  /** The row of an export, with the rights that the user has now. */
  async function rowOf(actor: Actor, body: Wanted) {
    const mask = await maskFor(actor, body.mask);
    const entry = areas.get(mask.area);
    if (!entry) throw new DomainError('NotFound');
    requirePrivilege(actor, `${mask.area}.export`);
    // Invalid filters are reported now instead of by a failed job.
    conditions(areas, entry, actor, { search: body.q, filters: body.filters });
    const unknown = body.fields.find((field) => !Object.hasOwn(mask.fields, field));
    if (unknown) throw new DomainError('InvalidInput', [{ path: unknown, rule: 'unknownField' }]);
    const stored: ExportRequest = {
      mask,
      fields: body.fields,
      q: body.q,
      s: body.s ?? mask.sort ?? null,
      filters: body.filters,
      ids: body.ids ?? null,
      locale: body.locale,
      trash: body.trash,
      actor: { ...actor, privileges: [...actor.privileges] },
    };
    const name = textIn(body.locale, mask.title).replace(/[^\p{L}\p{N} _-]/gu, '');
    return { mask: mask.key, format: body.format, fileName: `${name} ${houseToday()}.${body.format}`, request: stored };
  }

  app.post(
    '/v0/exports',
    { config: { access: 'privilege:exports.create', cost: 'export' }, schema: { tags, body: Body, response: { 200: okSchema(area.row) } } },
    async (request) => {
      const actor = actorOf(request);
      const values = await rowOf(actor, request.body as Wanted);
      const make = async (tx: Db) => {
        const [row] = await tx.insert(exports).values(values).returning();
        return ok(row as unknown as z.infer<typeof area.row>);
      };
      const answer = await write(db, request, actor, make, { house: true });
      await jobs.send('export', { id: answer.data.id });
      return answer;
    },
  );

  /** Runs an export again, of the rows as they are now; for one whose file is gone or was never made. A repetition is refused. */
  app.put(
    '/v0/exports/:id/again',
    {
      config: { access: 'privilege:exports.create', cost: 'export' },
      schema: { tags, params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const [row] = await db
        .select({ mask: exports.mask, format: exports.format, request: exports.request })
        .from(exports)
        .where(and(eq(exports.id, id), eq(exports.createdBy, actor.userId), isNull(exports.deletedAt)));
      if (!row) throw new DomainError('NotFound');
      const { fields, q, s, filters, ids, locale, trash } = row.request as ExportRequest;
      const wanted: Wanted = { mask: row.mask, format: row.format, fields, q, s, filters, locale, trash, ...(ids ? { ids } : {}) };
      const values = await rowOf(actor, wanted);
      const [begun] = await asHouse(db, actor, request.id, (tx) =>
        tx
          .update(exports)
          .set({ ...values, state: 'queued', done: 0, total: 0, link: null, availableUntil: null })
          .where(and(eq(exports.id, id), inArray(exports.state, AGAIN)))
          .returning({ id: exports.id }),
      );
      if (!begun) throw new DomainError('StateRefused');
      await jobs.send('export', { id });
      return ok(begun);
    },
  );

  app.put(
    '/v0/exports/:id/cancel',
    {
      config: { access: 'privilege:exports.create' },
      schema: { tags, params: z.object({ id: Id }), response: { 200: okSchema(z.object({ id: Id })) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const [row] = await db
        .update(exports)
        .set({ state: 'cancelled' })
        .where(sql`${exports.id} = ${id} and ${exports.createdBy} = ${actor.userId} and ${exports.state} in ('queued', 'running')`)
        .returning({ id: exports.id });
      if (!row) throw new DomainError('NotFound');
      return ok(row);
    },
  );

  /**
   * `GET {token}` of the specification: anyone with a fresh link gets this one file; with `q=base64` in the envelope, as used by print
   * agents.
   */
  const LinkQuery = z.object({ q: z.literal('base64').optional() });
  app.get('/v0/link/:token', { config: { access: 'public' }, schema: { tags, querystring: LinkQuery } }, async (request, reply) => {
    const id = readLink(config, (request.params as { token: string }).token, 'export');
    // The link stops working when the user who created it is deleted or disabled.
    const alive = sql`exists (select from users u where u.id = ${exports.createdBy} and u.deleted_at is null and u.disabled_at is null)`;
    const [row] = await db
      .select()
      .from(exports)
      .where(and(eq(exports.id, id), isNull(exports.deletedAt), alive));
    const info = await stat(exportPath(config, id)).catch(() => null);
    if (!row || !info || row.state !== 'done') throw new DomainError('NotFound');
    if ((request.query as z.infer<typeof LinkQuery>).q === 'base64') {
      if (info.size > IN_ENVELOPE) throw new DomainError('UploadTooLarge');
      return ok({ base64: await readFile(exportPath(config, id), 'base64') });
    }
    return reply
      .type(MIME[row.format])
      .header('content-length', info.size)
      .header('content-disposition', `attachment; filename="export.${row.format}"; filename*=UTF-8''${encodeURIComponent(row.fileName)}`)
      .send(createReadStream(exportPath(config, id)));
  });
}
