import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allows, routeAllowed } from '#contract/core/access';
import { TOTAL_LIMIT } from '#contract/core/envelope';
import type { Mask } from '#contract/core/mask';
import { bothFilters, FILTER_OPS } from '#contract/core/query';
import { MEANINGS } from '#contract/core/status';
import { BUILT_IN_ROLES } from '../../core/db/roles.ts';
import type { Actor } from '../../core/http/actor.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { rowsOf } from '../../core/http/select.ts';
import { actorOf } from '../../core/http/session.ts';
import { asActor } from '../../core/http/write.ts';
import { isLayout, liveMasks } from '../settings/index.ts';
import { dated, moments } from './moments.ts';
import { rowsOfArea, SERIES } from './series.ts';
import { TILES } from './tiles.ts';

const Filters = z.array(z.object({ field: z.string(), op: z.enum(FILTER_OPS), value: z.union([z.string(), z.array(z.string())]) }));
const HomeTile = z.object({
  key: z.string(),
  /** The area whose changes affect the number. */
  area: z.string(),
  path: z.string(),
  /** Null: the default filters of the list. */
  filters: Filters.nullable(),
  station: z.string().nullable(),
  tone: z.enum(MEANINGS),
  /** What is counted should have been done before now. */
  pastDue: z.boolean(),
  count: z.int(),
  /** False if there are more rows than lists count. */
  exact: z.boolean(),
});
const HomeSeries = z.object({
  key: z.string(),
  area: z.string(),
  kind: z.enum(['days', 'ages']),
  path: z.string(),
  /** Currency of amounts (values in its smallest unit); null for counts. */
  currency: z.string().nullable(),
  points: z.array(z.object({ at: z.string(), value: z.number() })),
});
const HomeAnswer = z.object({ today: z.string(), tiles: z.array(HomeTile), series: z.array(HomeSeries) });

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_ROLES.map(({ key }) => key));
/** Roles created by the house have no tiles of their own; they get all tiles they may open. */
const isFor = (actor: Actor, roles: readonly string[]): boolean => actor.roles.some((role) => roles.includes(role) || !BUILT_IN.has(role));
const permitted = ({ roles, routes }: Actor): readonly string[] => (roles.includes('admin') ? ['*'] : routes);

/** `GET /v0/home`: open work of the user, counted like the lists behind the tiles. */
export function homeRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/home',
    { config: { access: 'session', passive: true }, schema: { tags: ['system'], response: { 200: okSchema(HomeAnswer) } } },
    (request) => {
      const actor = actorOf(request);
      const opens = (paths: readonly string[]): string | undefined => paths.find((path) => routeAllowed(permitted(actor), path));
      const reads = (area: string): boolean => allows(actor.privileges, `${area}.read`);
      return asActor(db, actor, request.id, async (tx) => {
        const at = await moments(tx, actor);
        const from = rowsOfArea(areas, actor);
        const own = TILES.filter(({ roles, paths }) => isFor(actor, roles) && opens(paths) !== undefined);
        const live =
          own.length > 0
            ? await liveMasks(
                tx,
                areas,
                actor,
                own.map(({ mask }) => mask),
              )
            : [];
        const masks = new Map(live.filter((mask): mask is Mask => !isLayout(mask) && reads(mask.area)).map((mask) => [mask.key, mask]));
        const tiles = own.flatMap(({ mask: key, filters, ...tile }) => {
          const mask = masks.get(key);
          return mask ? [{ ...tile, mask, filters: filters ? dated(filters, at) : null }] : [];
        });
        const counts = tiles.map(({ mask, filters }, i) => {
          const rows = from(mask.area, bothFilters(mask.fixed ?? [], filters ?? mask.open ?? []));
          return sql`(select count(*)::int from (select 1 ${rows} limit ${TOTAL_LIMIT + 1}) c) as ${sql.identifier(`c${i}`)}`;
        });
        const [row] = counts.length > 0 ? rowsOf(await tx.execute(sql`select ${sql.join(counts, sql`, `)}`)) : [];
        const series: z.infer<typeof HomeSeries>[] = [];
        for (const { key, area, kind, paths, roles, read } of SERIES) {
          const path = opens(paths);
          if (!isFor(actor, roles) || path === undefined || !reads(area)) continue;
          series.push({ key, area, kind, path, ...(await read({ tx, at, from })) });
        }
        return ok({
          today: at.$today,
          tiles: tiles.map(({ key, mask, paths, filters, station, tone, pastDue = false }, i) => {
            const total = row?.[`c${i}`] as number;
            return {
              key,
              area: mask.area,
              path: opens(paths) ?? '',
              filters,
              station: station !== undefined && opens([station]) !== undefined ? station : null,
              tone,
              pastDue,
              count: Math.min(total, TOTAL_LIMIT),
              exact: total <= TOTAL_LIMIT,
            };
          }),
          series,
        });
      });
    },
  );
}
