import type { Mask } from '#contract/core/mask';
import { bothFilters, encodeListQuery, type ListQuery } from '#contract/core/query';
import type { AppRoute } from '../../src/providers/routes.ts';
import { AREAS } from '../../src/resources/index.ts';
import type { BuiltServer } from '../support/built.ts';

/** A screen to picture: its name in file names, its address, whether somebody is signed in, and whether menu and tabs are around it. */
export type Screen = { name: string; path: string; signedIn: boolean; inShell: boolean };

const outside = (name: string, path: string): Screen => ({ name, path, signedIn: false, inShell: false });
const OUTSIDE: Screen[] = [
  outside('login', '/login'),
  outside('reset-request', '/resetPasswordRequest'),
  outside('reset', `/resetPassword?email=merchant@kontor.example&secret=${'0'.repeat(32)}`),
  outside('invitation', `/invitation?email=erna@kontor.example#secret=${'0'.repeat(43)}`),
  outside('confirm-email', `/confirmEmail#secret=${'0'.repeat(43)}`),
  outside('cancel-email', `/cancelEmail#secret=${'0'.repeat(43)}`),
];

/** Records that show more than the first of the list: goods with stock and movements. */
const RECORDS: Readonly<Record<string, string>> = { items: 'items?sku=VASE-L' };

type FirstId = (list: string) => Promise<string>;

/** Pages that show nothing without being told what. */
const ADDRESSES: Readonly<Record<string, (firstId: FirstId) => Promise<string>>> = {
  '/maske/edit': async () => '/maske/edit?key=wms.item.list',
  '/spreadsheet': async () => '/spreadsheet?mask=wms.item.list',
  '/wms/location': async () => '/wms/location?code=01-01-A',
  '/wEP/printItemlist/:reckonData': async () =>
    `/wEP/printItemlist/${encodeURIComponent(JSON.stringify({ items: [{ sku: 'TEE-EARL-250', qty: 3 }] }))}`,
  '/print': async (firstId) => `/print?document=itemLabel&pk=${await firstId('items?sku=TEE-EARL-250')}`,
  '/label': async (firstId) => `/label?pk=${await firstId('parcels?s=-handedOverAt')}`,
  '/labelBox': async (firstId) => `/labelBox?pk=${await firstId('mergedUnits')}`,
  '/labelPLT': async (firstId) => `/labelPLT?pk=${await firstId('mergedUnits')}`,
};

export const nameOf = (path: string): string =>
  path
    .slice(1)
    .replaceAll(/\/:\w+/g, '')
    .replaceAll('/', '-');

const FIRST: ListQuery = { limit: 1, cursor: null, search: '', sort: null, back: false, filters: [] };

/** The first row that a screen shows: of what waits, else of all that it holds. */
async function firstOf(server: BuiltServer, token: string, mask: Mask): Promise<string | undefined> {
  const fixed = mask.fixed ?? [];
  const chosen = RECORDS[mask.area];
  if (chosen) {
    const { data } = await server.call<{ id: string }[]>('GET', `/v0/${chosen}`, undefined, token);
    if (data[0]) return data[0].id;
  }
  for (const filters of [bothFilters(fixed, mask.open ?? []), fixed]) {
    const asked = encodeListQuery({ ...FIRST, filters, sort: mask.sort ?? null });
    if (mask.deleted) asked.set('trash', '1');
    const { data } = await server.call<{ id: string }[]>('GET', `/v0/${mask.area}?${asked}`, undefined, token);
    if (data[0]) return data[0].id;
  }
  return undefined;
}

/** The path of a screen, with what it needs to show something. */
async function addressOf(route: AppRoute, server: BuiltServer, token: string): Promise<string> {
  const firstId: FirstId = async (list) => {
    const { data } = await server.call<{ id: string }[]>('GET', `/v0/${list}${list.includes('?') ? '&' : '?'}l=1`, undefined, token);
    return data[0]?.id ?? '';
  };
  return (await ADDRESSES[route.path]?.(firstId)) ?? route.path;
}

/** Every declared screen: a page, or the list of a mask, its first record and a new one. */
export async function screens(server: BuiltServer, token: string): Promise<Screen[]> {
  const found = [...OUTSIDE];
  for (const route of AREAS.flatMap((area) => area.routes)) {
    if (route.redirect) continue;
    const own = { signedIn: true, inShell: !route.bare };
    const name = nameOf(route.path);
    found.push({ name, path: await addressOf(route, server, token), ...own });
    if (!route.mask || route.page) continue;
    const { data: mask } = await server.call<Mask>('GET', `/v0/masken/?q=${route.mask}`, undefined, token);
    const id = await firstOf(server, token, mask);
    if (id) found.push({ name: `${name}-record`, path: `${route.path}/${id}`, ...own });
    if (mask.form && !mask.without?.includes('create')) found.push({ name: `${name}-new`, path: `${route.path}/new`, ...own });
  }
  return found;
}
