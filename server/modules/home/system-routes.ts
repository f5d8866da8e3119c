import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { Id, isTexts } from '#contract/core/fields';
import { statement } from '../../core/db/statement.ts';
import { type Actor, isStaff } from '../../core/http/actor.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import { type Areas, columnName, type ServerArea } from '../../core/http/area.ts';
import type { AppContext } from '../../core/http/context.ts';
import { and, likePattern, scopeSql } from '../../core/http/list.ts';
import { withoutValues } from '../../core/http/log.ts';
import { rowsOf, titleSql } from '../../core/http/select.ts';
import { actorOf } from '../../core/http/session.ts';
import { asActor } from '../../core/http/write.ts';
import { merchants } from '../parties/merchants/table.ts';
import { settings } from '../settings/settings/table.ts';

const tags = ['system'];
const Query = z.object({ q: z.string().max(200).optional() });
const PER_AREA = 5;

const findMerchant = statement(
  { settings: merchants.settings },
  ({ id }: { id: string }) => sql`select settings from merchants where id = ${id}::uuid`,
);
const findSettings = statement(
  { key: settings.key, value: settings.value },
  ({ all }: { all: boolean }) => sql`select key, value from settings where deleted_at is null and (public or ${all})`,
);

/** Subtitle of a search hit: the first two other search fields of the area. */
function subtitleSql({ area }: ServerArea): SQL {
  const others = area.search.filter((key) => !area.title.includes(key) && !isTexts(area.row.shape[key])).slice(0, 2);
  if (others.length === 0) return sql`''`;
  const columns = others.map((key) => sql`nullif(t.${sql.identifier(columnName(key))}::text, '')`);
  return sql`concat_ws(' · ', ${sql.join(columns, sql`, `)})`;
}

/** One statement for all areas, to avoid one round trip per area. */
function hitsSql(areas: Areas, searched: readonly ServerArea[], actor: Actor, words: readonly string[]): SQL {
  const parts = searched.map((entry, n) => {
    const scope = scopeSql(areas, entry, actor);
    const where = and([sql`t.deleted_at is null`, scope, ...words.map((word) => sql`t.search like ${likePattern(word)}`)]);
    return sql`(select ${sql.raw(String(n))} as place, t.sort_at, ${entry.area.name}::text as area, t.id, ${titleSql(entry, 't', actor.locale)} as title, ${subtitleSql(entry)} as subtitle
      from ${sql.identifier(getTableName(entry.table))} t where ${where} order by t.sort_at desc limit ${sql.raw(String(PER_AREA))})`;
  });
  return sql`select area, id, title, subtitle from (${sql.join(parts, sql` union all `)}) hit order by place, sort_at desc`;
}

/** Calls that belong to no area: start of the browser application, permitted routes, search. */
export function systemRoutes(app: FastifyInstance, { config, db, areas, webVersion }: AppContext): void {
  const PublicConfig = z.object({ sample: z.boolean(), webVersion: z.string(), sso: z.boolean(), carrierGate: z.string() });
  app.get('/v0/config', { config: { access: 'public' }, schema: { tags, response: { 200: okSchema(PublicConfig) } } }, async () =>
    ok({
      sample: config.KONTOR_MODE === 'sample',
      webVersion,
      sso: config.SSO_URL !== undefined,
      carrierGate: config.CARRIER_GATE_URL ?? '',
    }),
  );

  app.get(
    '/v0/health',
    { config: { access: 'public', passive: true, rateLimit: false }, schema: { tags, response: { 200: okSchema(z.literal('up')) } } },
    async () => {
      await db.execute(sql`select 1`);
      return ok('up' as const);
    },
  );

  /** Permitted route paths of the specification; an admin sees all of them. */
  app.get(
    '/v0/role/route',
    { config: { access: 'session' }, schema: { tags, response: { 200: okSchema(z.array(z.string())) } } },
    async (request) => {
      const actor = actorOf(request);
      return ok(actor.roles.includes('admin') ? ['*'] : actor.routes);
    },
  );

  /** The merchant's settings, or the house's. `q` filters by the beginning of the name. */
  app.get(
    '/v0/settings/config',
    { config: { access: 'session' }, schema: { tags, querystring: Query, response: { 200: okSchema(z.record(z.string(), z.unknown())) } } },
    async (request) => {
      const actor = actorOf(request);
      const prefix = (request.query as z.infer<typeof Query>).q ?? '';
      const merchant = actor.merchantId ? await findMerchant.first(db, { id: actor.merchantId }) : null;
      const house = await findSettings(db, { all: isStaff(actor) });
      const all = { ...Object.fromEntries(house.map(({ key, value }) => [key, value])), ...merchant?.settings };
      return ok(Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(prefix))));
    },
  );

  const Hit = z.object({ area: z.string(), id: Id, title: z.string(), subtitle: z.string() });
  /** Searches records by number, name or code in every area the user may read; at most five per area. */
  app.get(
    '/v0/search',
    { config: { access: 'session', cost: 'search' }, schema: { tags, querystring: Query, response: { 200: okSchema(z.array(Hit)) } } },
    async (request) => {
      const actor = actorOf(request);
      const words = ((request.query as z.infer<typeof Query>).q ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 8);
      if (words.join('').length < 2) return ok([]);
      const readable = [...areas.values()].filter(
        (entry) => entry.masks.length > 0 && entry.area.search.length > 0 && allows(actor.privileges, `${entry.area.name}.read`),
      );
      if (readable.length === 0) return ok([]);
      const hits = await asActor(db, actor, request.id, async (tx) =>
        rowsOf(await tx.execute(hitsSql(areas, readable, actor, words))).map((row) => Hit.parse(row)),
      );
      return ok(hits);
    },
  );

  const Report = z.strictObject({
    message: z.string().max(2000),
    info: z.string().max(4000).optional(),
    url: z.string().max(2000).optional(),
    stack: z.string().max(8000).optional(),
    user: z.string().max(254).optional(),
  });
  /** Errors reported by browsers. Logged without values in the message and without the query of the address, which may contain secrets. */
  app.post(
    '/v0/errors',
    { config: { access: 'session', passive: true }, schema: { tags, body: Report, response: { 200: okSchema(z.null()) } } },
    async (request) => {
      const report = request.body as z.infer<typeof Report>;
      const { message, info = '', url = '', stack = '' } = report;
      const frames = stack.split('\n').filter((line) => /^\s*at |@/.test(line));
      request.log.warn(
        {
          report: { message: withoutValues(message), info: withoutValues(info), url: url.split(/[?#]/)[0], frames },
          user: actorOf(request).userId,
        },
        'error in the browser',
      );
      return ok(null);
    },
  );
}
