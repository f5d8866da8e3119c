import { AREAS } from '../../server/modules/index.ts';
import { makePerson, makeRole, type Person } from '../support/people.ts';
import { followed, type World } from './tenants.ts';

/** People of the house who lack a privilege: one has none, one reads a single area and nothing that it refers to. */
export type Lacking = { nobody: Person; reader: Person };

/** An area that refers to areas whose titles say more than a name. */
const READ = 'purchaseOrders';

export async function makeLacking({ server: { pool } }: World): Promise<Lacking> {
  await makeRole(pool, 'nothing', []);
  await makeRole(pool, 'reads-one-area', [`${READ}.read`]);
  return { nobody: await makePerson(pool, ['nothing']), reader: await makePerson(pool, ['reads-one-area']) };
}

type Look = { world: World } & Lacking;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const MISSING = '01890000-0000-7000-8000-000000000000';

async function ask({ server }: World, { token }: Person, method: Method, path: string, payload?: object) {
  const url = path.replace(/:\w+/g, MISSING);
  const { body } = await server.app.inject({ method, url, headers: { 'x-token': token }, ...(payload ? { payload } : {}) });
  return body;
}

/** Calls that need a privilege; each answers what it let through. */
const CALLS: Record<string, (look: Look, first: boolean) => Promise<string[]>> = {
  'calls of every route': async ({ world, nobody }, first) => {
    const open = [];
    for (const { method, url, access } of world.server.app.routeTable) {
      if (!access.startsWith('privilege:')) continue;
      const body = await ask(world, nobody, method as Method, url, method === 'GET' ? undefined : {});
      if (!body.includes('"NotAllowed"')) open.push(`${method} ${url}`);
      if (first && open.length > 0) break;
    }
    return open;
  },
  'calls for many rows at once': async ({ world, nobody }, first) => {
    const open = [];
    for (const { area } of AREAS.values())
      for (const action of ['delete', 'recover', 'purge'] as const) {
        if (area.without?.includes(action) || (first && open.length > 0)) continue;
        const body = await ask(world, nobody, 'POST', `/v0/${area.name}/bulk`, { action, ids: [MISSING] });
        if (!body.includes('"NotAllowed"')) open.push(`${area.name} ${action}`);
      }
    return open;
  },
  'filters through closed areas': async ({ world, reader }) => {
    const open = [];
    for (const { key, area } of closedReferences()) {
      const body = await ask(world, reader, 'GET', `/v0/${READ}?${key}.${AREAS.get(area)?.area.title[0]}=x`);
      if (!body.includes('"unknownField"')) open.push(key);
    }
    return open;
  },
  'titles of closed areas': async ({ world, reader }) => {
    const { data } = JSON.parse(await ask(world, reader, 'GET', `/v0/${READ}?l=1000`)) as { data: Record<string, unknown>[] };
    if (data.length === 0) return ['no rows to look at'];
    return closedReferences().flatMap(({ key }) => (data.some((row) => row[`${key}Label`] !== null) ? [key] : []));
  },
};

const closedReferences = () => {
  const entry = AREAS.get(READ);
  const closed = (entry ? followed(entry) : []).filter(({ area }) => !AREAS.get(area)?.area.named && !AREAS.get(area)?.area.shared);
  if (closed.length === 0) throw new Error(`${READ} refers to no closed area`);
  return closed;
};

export const CALL_NAMES = Object.keys(CALLS);
export const openCalls = async (look: Look, name: string, first = false): Promise<string[]> => (await CALLS[name]?.(look, first)) ?? [];
