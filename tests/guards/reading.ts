import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { LiveKind } from '#contract/core/live';
import { createDb } from '../../server/core/db/client.ts';
import { uuids } from '../../server/core/db/uuids.ts';
import type { ServerArea } from '../../server/core/http/area.ts';
import { readSession } from '../../server/core/http/read-session.ts';
import { rowsOf } from '../../server/core/http/select.ts';
import { asActor } from '../../server/core/http/write.ts';
import { createEventFilter } from '../../server/core/live/event-filter.ts';
import { AREAS } from '../../server/modules/index.ts';
import { followed, MUCH, type Tenant, WORD, type World } from './tenants.ts';

type Answer = { code: string; data: unknown; total?: number };
type Look = { world: World; tenant: Tenant; ask: (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Answer> };
type AreaLook = Look & { entry: ServerArea; name: string; foreign: readonly string[] };

const idsOf = ({ data }: Answer): string[] => (Array.isArray(data) ? data.map((row: { id: string }) => row.id) : []);
const among = (foreign: readonly string[], answer: Answer): string[] => idsOf(answer).filter((id) => foreign.includes(id));
/** What of these calls was answered instead of refused. */
async function answered(calls: readonly string[], { ask }: Look): Promise<string[]> {
  const answers = await Promise.all(calls.map(async (path) => ({ path, ...(await ask('GET', path)) })));
  return answers.flatMap(({ path, code }) => (code === 'OK' ? [path] : []));
}

const numbers = ({ area, table }: ServerArea): string[] => {
  const columns = getTableColumns(table);
  return Object.keys(area.row.shape).filter((key) => key !== 'version' && columns[key]?.dataType === 'number');
};

/** A text that names rows of this area, as a filter could look for it. */
const titleText = ({ area, table }: ServerArea): string | undefined =>
  area.title.find((key) => getTableColumns(table)[key]?.getSQLType() === 'text');

/** Whether an outside user may read no rows of this area but the own ones. */
const isClosed = ({ area }: ServerArea): boolean => area.shared !== true;
/** Places and people of the house: outside users may name them in own rows, so the database lets them read the names. */
const isNamed = ({ area }: ServerArea): boolean => area.named === true && !area.merchant;

/** Ways to read an area; each answers what it got of rows that are not the tenant's. */
const OF_AN_AREA: Record<string, (look: AreaLook) => Promise<string[]>> = {
  lists: async ({ ask, name, foreign }) => among(foreign, await ask('GET', `/v0/${name}?l=1000`)),
  searches: async ({ ask, name, entry, foreign }) =>
    entry.area.search.length === 0 ? [] : among(foreign, await ask('GET', `/v0/${name}?q=${WORD}`)),
  counts: async ({ ask, name }) => {
    const [list, count] = [await ask('GET', `/v0/${name}?l=1000`), await ask('GET', `/v0/${name}?t=only`)];
    return (count.total ?? 0) > idsOf(list).length ? [`${count.total}`] : [];
  },
  totals: async ({ ask, name, entry }) => {
    if (numbers(entry).length === 0) return [];
    const { code, data } = await ask('GET', `/v0/${name}/totals?fields=${numbers(entry).join(',')}`);
    return code === 'OK' ? Object.entries(data as Record<string, number>).flatMap(([key, sum]) => (sum < MUCH ? [] : [key])) : [];
  },
  'values of own rows that are not told outside': async ({ ask, name, entry }) => {
    const keys = Object.keys(entry.outsideValues ?? {});
    const { data } = keys.length > 0 ? await ask('GET', `/v0/${name}?l=1000`) : { data: [] };
    const rows = Array.isArray(data) ? (data as Record<string, unknown>[]) : [];
    return rows.flatMap((row) => keys.filter((key) => row[key] === MUCH));
  },
  'records by id': async (look) => [
    ...among(look.foreign, await look.ask('POST', `/v0/${look.name}/many`, { ids: look.foreign })),
    ...(await answered(
      look.foreign.map((id) => `/v0/${look.name}/${id}`),
      look,
    )),
  ],
  histories: (look) =>
    answered(
      look.foreign.map((id) => `/v0/${look.name}/${id}/history`),
      look,
    ),
  'filters through references': async ({ ask, name, entry, tenant }) => {
    const found = [];
    for (const { key, area } of tenant.pointing.has(name) ? followed(entry) : []) {
      const target = AREAS.get(area);
      const text = target && isClosed(target) && !isNamed(target) ? titleText(target) : undefined;
      if (text && idsOf(await ask('GET', `/v0/${name}?${key}.${text}.like=${WORD}`)).length > 0) found.push(`${key}.${text}`);
    }
    return found;
  },
  'references of a record': async ({ ask, name, entry, tenant, world }) => {
    const taken = [];
    for (const { key, area } of entry.area.without?.includes('update') ? [] : followed(entry)) {
      const target = AREAS.get(area);
      if (!target || !isClosed(target) || isNamed(target) || !(key in entry.area.write.shape)) continue;
      const body = { version: 1, [key]: world.foreign.get(area)?.[0] };
      const { code, data } = await ask('PUT', `/v0/${name}/${tenant.own.get(name)}`, body);
      const faults = Array.isArray(data) ? (data as { path: string; rule: string }[]) : [];
      const isRefused = code === 'InvalidInput' && faults.some(({ path, rule }) => path === key && rule === 'reference');
      // The own row may be closed to changes for another reason.
      if (!isRefused && (code === 'OK' || code === 'InvalidInput' || code === 'InternalError')) taken.push(`${key}: ${code}`);
    }
    return taken;
  },
  'changes by a statement': async ({ world, tenant, entry, foreign }) => {
    const db = createDb(world.server.appPool);
    const actor = await readSession(db, tenant.token);
    if (!actor) throw new Error(tenant.kind);
    const change = sql`update ${sql.identifier(getTableName(entry.table))} set created_by = created_by where id = any(${uuids([...foreign])}) returning id`;
    const changed = await asActor(db, actor, 'test', (tx) => tx.execute(change)).catch(() => ({ rows: [] }));
    return rowsOf(changed).map(({ id }) => String(id));
  },
};

/** Ways to read that belong to no area. */
const OF_THE_WHOLE: Record<string, (look: Look & { foreign: readonly string[] }) => Promise<string[]>> = {
  'the search over all areas': async ({ ask, foreign }) => among(foreign, await ask('GET', `/v0/search?q=${WORD}`)),
  'downloads of files': async ({ world, tenant }) => {
    const { statusCode } = await world.server.app.inject({ url: `/v0/static/${world.file}`, headers: { 'x-token': tenant.token } });
    return statusCode === 200 ? [world.file] : [];
  },
  'live events': async ({ world, tenant }) => {
    const db = createDb(world.server.appPool);
    const actor = await readSession(db, tenant.token);
    if (!actor) throw new Error(tenant.kind);
    const [merchantId, carrierId, kind] = [crypto.randomUUID(), crypto.randomUUID(), 'change' as LiveKind];
    const closed = [...AREAS.values()].filter((entry) => isClosed(entry)).map(({ area }) => area.name);
    const events = closed.flatMap((area) =>
      [...(world.foreign.get(area) ?? []), null].flatMap((rowId) =>
        ['update', 'purge'].map((action) => ({
          no: 1,
          kind,
          area,
          rowId,
          merchantId,
          carrierId,
          userId: null,
          role: null,
          payload: { action },
        })),
      ),
    );
    const heard = await createEventFilter(db, AREAS, events)(actor);
    return heard.map(({ area, rowId, payload }) => `${area} ${rowId} ${JSON.stringify(payload)}`);
  },
};

/** Ways in which the database alone guards, or the application alone. */
const NOT_OF_THE_APPLICATION = ['changes by a statement'];
const NOT_OF_THE_DATABASE = ['live events', 'values of own rows that are not told outside'];
export const waysOf = (net: 'application' | 'database'): string[] =>
  [...Object.keys(OF_AN_AREA), ...Object.keys(OF_THE_WHOLE)].filter(
    (way) => !(net === 'application' ? NOT_OF_THE_APPLICATION : NOT_OF_THE_DATABASE).includes(way),
  );

type Options = { net: 'application' | 'database'; first?: boolean };

function foreignTo({ foreign, tenants }: World, tenant: Tenant, { area }: ServerArea): string[] {
  const others = tenants.filter((one) => one !== tenant).flatMap(({ own }) => own.get(area.name) ?? []);
  return [...(foreign.get(area.name) ?? []), ...others];
}

/** What the tenants see in this way of rows that are not theirs, guarded by one net alone; with `first`, no more than one of it. */
export async function leaksOf(world: World, way: string, { net, first = false }: Options): Promise<string[]> {
  const found: string[] = [];
  for (const tenant of world.tenants) {
    const ask: Look['ask'] = async (method, url, body) =>
      (await world.server.app.inject({ method, url, headers: { 'x-token': tenant.token }, ...(body ? { payload: body } : {}) })).json();
    const closed = [...AREAS.values()].filter((entry) => isClosed(entry) && !(net === 'database' && isNamed(entry)));
    const note = (where: string, leaks: string[]): number => found.push(...leaks.map((leak) => `${tenant.kind} ${where}: ${leak}`));
    for (const entry of OF_AN_AREA[way] ? closed : []) {
      const { name } = entry.area;
      note(name, (await OF_AN_AREA[way]?.({ world, tenant, ask, entry, name, foreign: foreignTo(world, tenant, entry) })) ?? []);
      if (first && found.length > 0) return found;
    }
    const foreign = closed.flatMap((entry) => foreignTo(world, tenant, entry));
    note('', (await OF_THE_WHOLE[way]?.({ world, tenant, ask, foreign })) ?? []);
  }
  return found;
}

/** Own rows that a tenant's lists do not show: where nothing is seen, nothing can leak. */
export async function missingOf({ server, tenants }: World): Promise<string[]> {
  const missing = [];
  for (const { kind, token, own } of tenants)
    for (const { area, owned } of AREAS.values()) {
      if (!area[kind] && !(owned && !area.merchant)) continue;
      const list: Answer = (await server.app.inject({ url: `/v0/${area.name}?l=1000`, headers: { 'x-token': token } })).json();
      if (!idsOf(list).includes(own.get(area.name) ?? '')) missing.push(`${kind} ${area.name}: ${list.code}`);
    }
  return missing;
}
