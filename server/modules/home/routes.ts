import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { allows, routeAllowed } from '#contract/core/access';
import { TOTAL_LIMIT } from '#contract/core/envelope';
import { type Detail, Home } from '#contract/core/home';
import type { Mask } from '#contract/core/mask';
import { bothFilters, type Filter } from '#contract/core/query';
import type { Db } from '../../core/db/client.ts';
import { BUILT_IN_ROLES } from '../../core/db/roles.ts';
import { cell, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { Areas } from '../../core/http/area.ts';
import type { AppContext } from '../../core/http/context.ts';
import { actorOf } from '../../core/http/session.ts';
import { asActor } from '../../core/http/write.ts';
import { isLayout, liveMasks } from '../settings/index.ts';
import { readFirst } from './first.ts';
import { dated, type Moments, moments } from './moments.ts';
import { QUESTIONS, rowsOfArea } from './questions.ts';
import { countSql, detailOf, type Tile } from './tile.ts';
import { HOUSE_TILES } from './tiles-house.ts';
import { OUTSIDE_TILES } from './tiles-outside.ts';

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_ROLES.map(({ key }) => key));
/** Roles created by the house have no tiles of their own; they get all tiles they may open. */
const isFor = (actor: Actor, roles: readonly string[]): boolean => actor.roles.some((role) => roles.includes(role) || !BUILT_IN.has(role));
const permitted = ({ roles, routes }: Actor): readonly string[] => (roles.includes('admin') ? ['*'] : routes);

/** In display order. No built-in role has tiles of both lists. */
export const TILES: readonly Tile[] = [...HOUSE_TILES, ...OUTSIDE_TILES];

/** What a role creates most. The first one that the user may create is the button in the head of the home page. */
const CREATES: readonly { key: string; path: string; privilege: string; roles: readonly string[] }[] = [
  { key: 'order', path: '/eEP/outbound-orders', privilege: 'tasks.create', roles: ['admin', 'manager', 'employee'] },
  { key: 'order', path: '/mEP/outbound-orders', privilege: 'tasks.create', roles: ['merchant'] },
  { key: 'invoice', path: '/sales/invoices', privilege: 'invoices.create', roles: ['finance'] },
  { key: 'bill', path: '/carriergate/bills', privilege: 'bills.create', roles: ['carrier'] },
];

const MOST_QUESTIONS = 2;

/** What the answer is made from: the user, what they may open, and the rows they may see. */
type Reading = { tx: Db; areas: Areas; actor: Actor; at: Moments; opens: (paths: readonly string[]) => string | undefined };
type Counted = Omit<Tile, 'filters' | 'mask'> & {
  mask: Mask;
  area: string;
  counted: Filter[];
  filters: Filter[] | null;
  total: number;
  found: Detail | null;
};

/** The number behind each tile, and what its detail is made of. */
const readCounts = statement(
  { counts: cell.json<{ total: number; detail: unknown }[]>() },
  ({ counts }: { counts: readonly SQL[] }) => sql`select json_build_array(${sql.join([...counts], sql`, `)}) as counts`,
  [{ counts: [sql`'{}'::json`] }],
);
/** The tiles of the user with their numbers, counted like the lists behind them, in one statement. */
async function countTiles({ tx, areas, actor, at, opens }: Reading): Promise<Counted[]> {
  const own = TILES.filter(({ roles, paths }) => isFor(actor, roles) && opens(paths) !== undefined);
  if (own.length === 0) return [];
  const keys = own.map(({ mask }) => mask);
  const live = await liveMasks(tx, areas, actor, keys);
  const masks = new Map(
    live.filter((mask): mask is Mask => !isLayout(mask) && allows(actor.privileges, `${mask.area}.read`)).map((mask) => [mask.key, mask]),
  );
  const from = rowsOfArea(areas, actor);
  const tiles = own.flatMap((tile) => {
    const mask = masks.get(tile.mask);
    if (!mask) return [];
    const filters = tile.filters ? dated(tile.filters, at) : null;
    return [{ ...tile, mask, area: mask.area, filters, counted: bothFilters(mask.fixed ?? [], filters ?? mask.open ?? []) }];
  });
  if (tiles.length === 0) return [];
  const { counts } = await readCounts.one(tx, { counts: tiles.map((tile) => countSql(tile, from(tile.area, tile.counted))) });
  return tiles.map((tile, i) => {
    const counted = counts[i];
    const total = counted?.total ?? 0;
    return { ...tile, total, found: total === 0 ? null : detailOf(tile, counted?.detail) };
  });
}

async function readHome({ tx, areas, actor, at, opens }: Reading): Promise<Home> {
  const tiles = await countTiles({ tx, areas, actor, at, opens });
  const counted = (keys: readonly string[]): number => tiles.reduce((sum, { key, total }) => (keys.includes(key) ? sum + total : sum), 0);
  const asked = QUESTIONS.filter(
    ({ area, paths, roles }) => isFor(actor, roles) && opens(paths) !== undefined && allows(actor.privileges, `${area}.read`),
  ).slice(0, MOST_QUESTIONS);
  const questions: Home['questions'] = [];
  for (const { key, area, paths, read } of asked) {
    const answer = await read({ tx, at, from: rowsOfArea(areas, actor), counted });
    questions.push({ key, area, path: opens(paths) ?? '', ...answer });
  }
  const first = await readFirst({ tx, areas, actor, today: at.$today, opens }, tiles);
  const create = CREATES.find(
    ({ roles, path, privilege }) =>
      actor.roles.some((role) => roles.includes(role)) && opens([path]) !== undefined && allows(actor.privileges, privilege),
  );
  return {
    today: at.$today,
    create: create ? { key: create.key, path: `${create.path}/new` } : null,
    tiles: tiles.map(({ key, area, paths, filters, station, tone, pastDue = false, total, found }) => ({
      key,
      area,
      path: opens(paths) ?? '',
      filters,
      station: station !== undefined && opens([station]) !== undefined ? station : null,
      tone,
      pastDue,
      count: Math.min(total, TOTAL_LIMIT),
      exact: total <= TOTAL_LIMIT,
      detail: found,
    })),
    questions,
    first,
  };
}

/** `GET /v0/home`: open work of the user, counted like the lists behind the tiles. */
export function homeRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/home',
    { config: { access: 'session', passive: true }, schema: { tags: ['system'], response: { 200: okSchema(Home) } } },
    (request) => {
      const actor = actorOf(request);
      const opens = (paths: readonly string[]): string | undefined => paths.find((path) => routeAllowed(permitted(actor), path));
      return asActor(db, actor, request.id, async (tx) => ok(await readHome({ tx, areas, actor, at: await moments(tx, actor), opens })));
    },
  );
}
