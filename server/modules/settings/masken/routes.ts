import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { Id, Line } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { liveEvent } from '../../../core/db/tables.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { EVERYBODY } from '../../../core/live/events.ts';
import {
  AnyMask,
  areaOf,
  builtIn,
  builtInMasks,
  isLayout,
  liveMask,
  maskVersionsOf,
  publish,
  saveDraft,
  seenBy,
  withdraw,
} from './masks.ts';
import { maskVersions } from './table.ts';

const tags = ['masken'];
const Key = z.object({ q: Line(80, 1) });
const Scope = z.object({ role: Line(40).optional(), merchantId: Id.optional() });
const Version = z.object({
  id: Id,
  key: z.string(),
  version: z.int(),
  state: z.string(),
  scope: Scope,
  definition: z.unknown(),
  author: z.string().nullable(),
  at: z.string(),
  note: z.string(),
});
const DraftBody = z.strictObject({
  key: Line(80, 1),
  scope: Scope.default({}),
  definition: z.record(z.string(), z.unknown()),
  note: Line(500).default(''),
});
const IdBody = z.strictObject({ id: Id });
const edit = { access: 'privilege:masken.update' } as const;
const keyOf = (request: FastifyRequest): string => (request.query as z.infer<typeof Key>).q;

/**
 * Masks of screens and layouts of documents: the live one for the caller, and the editor calls behind `/settings/masken` and `/maske/edit`.
 */
export function maskRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/masken/',
    { config: { access: 'session' }, schema: { tags, querystring: Key, response: { 200: okSchema(AnyMask) } } },
    async (request) => {
      const actor = actorOf(request);
      const mask = await liveMask(db, areas, actor, keyOf(request));
      const area = areaOf(mask);
      if (area !== null && !allows(actor.privileges, `${area}.read`)) throw new DomainError('NotAllowed', `${area}.read`);
      return ok(isLayout(mask) ? mask : seenBy(mask, actor));
    },
  );

  const Summary = z.object({
    key: z.string(),
    kind: z.enum(['list', 'label', 'document']),
    title: z.unknown(),
    /** Empty for a document without rows. */
    area: z.string(),
    icon: z.string().nullable(),
    edited: z.boolean(),
  });
  app.get(
    '/v0/masken/all',
    { config: { access: 'privilege:masken.read' }, schema: { tags, response: { 200: okSchema(z.array(Summary)) } } },
    async () => {
      const live = await db.select({ key: maskVersions.key }).from(maskVersions).where(eq(maskVersions.state, 'live'));
      const edited = new Set(live.map((row) => row.key));
      return ok(
        builtInMasks(areas).map((mask) => ({
          key: mask.key,
          kind: isLayout(mask) ? mask.kind : ('list' as const),
          title: mask.title,
          area: areaOf(mask) ?? '',
          icon: isLayout(mask) ? null : (mask.icon ?? null),
          edited: edited.has(mask.key),
        })),
      );
    },
  );

  app.get(
    '/v0/masken/builtin',
    { config: { access: 'privilege:masken.read' }, schema: { tags, querystring: Key, response: { 200: okSchema(AnyMask) } } },
    async (request) => ok(builtIn(areas, keyOf(request))),
  );

  app.get(
    '/v0/masken/versions',
    { config: { access: 'privilege:masken.read' }, schema: { tags, querystring: Key, response: { 200: okSchema(z.array(Version)) } } },
    async (request) => {
      const rows = await maskVersionsOf(db, keyOf(request));
      const names = await db.execute<{ id: string; name: string }>(
        sql`select id, name from users where id = any(array[${sql.join(
          rows.map((row) => sql`${row.authorId}`),
          sql`, `,
        )}]::uuid[])`,
      );
      const byId = new Map((names as { rows: { id: string; name: string }[] }).rows.map((user) => [user.id, user.name]));
      return ok(
        rows.map(({ role, merchantId, authorId, ...row }) => ({
          ...row,
          scope: { ...(role ? { role } : {}), ...(merchantId ? { merchantId } : {}) },
          author: byId.get(authorId ?? '') ?? null,
        })),
      );
    },
  );

  app.post(
    '/v0/masken/draft',
    { config: edit, schema: { tags, body: DraftBody, response: { 200: okSchema(IdBody) } } },
    async (request) => {
      const actor = actorOf(request);
      const { key, scope, definition, note } = request.body as z.infer<typeof DraftBody>;
      return write(db, request, actor, async (tx) =>
        ok({
          id: await saveDraft(tx, areas, {
            key,
            definition,
            note,
            authorId: actor.userId,
            scope: { role: scope.role ?? '', merchantId: scope.merchantId ?? null },
          }),
        }),
      );
    },
  );

  /** Notifies those who get this version, and the staff, who edit it. */
  const announce = async (tx: Db, id: string, { role, merchantId }: { role: string; merchantId: string | null }): Promise<void> => {
    const event = { kind: 'change' as const, payload: { area: 'masken', id, version: 1, action: 'update' } };
    await tx.insert(liveEvent).values([{ ...event, role: role || EVERYBODY, merchantId }, event]);
  };
  const publishing = async (request: FastifyRequest, copyFirst: boolean) => {
    const actor = actorOf(request);
    const { id } = request.body as z.infer<typeof IdBody>;
    return write(db, request, actor, async (tx) => {
      const [source] = await tx.select().from(maskVersions).where(eq(maskVersions.id, id));
      if (!source) throw new DomainError('NotFound');
      const target = copyFirst
        ? await saveDraft(tx, areas, {
            key: source.key,
            definition: source.definition,
            note: source.note,
            authorId: actor.userId,
            scope: { role: source.role, merchantId: source.merchantId },
          })
        : id;
      await publish(tx, areas, target);
      await announce(tx, target, source);
      return ok({ id: target });
    });
  };
  app.post('/v0/masken/publish', { config: edit, schema: { tags, body: IdBody, response: { 200: okSchema(IdBody) } } }, (request) =>
    publishing(request, false),
  );
  app.post('/v0/masken/rollback', { config: edit, schema: { tags, body: IdBody, response: { 200: okSchema(IdBody) } } }, (request) =>
    publishing(request, true),
  );
  app.post('/v0/masken/withdraw', { config: edit, schema: { tags, body: IdBody, response: { 200: okSchema(IdBody) } } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = request.body as z.infer<typeof IdBody>;
      await announce(tx, id, await withdraw(tx, id));
      return ok({ id });
    }),
  );
}
