import type { Mask } from '#contract/core/mask';
import { bothFilters, encodeListQuery, type ListQuery } from '#contract/core/query';
import { AREAS } from '../../src/resources/index.ts';
import type { BuiltServer } from '../support/built.ts';

/** A picture to take: its name in file names, the address, and whether somebody is signed in. */
export type Screen = { name: string; path: string; signedIn: boolean };

const OUTSIDE: Screen[] = [
  { name: 'login', path: '/login', signedIn: false },
  { name: 'reset-request', path: '/resetPasswordRequest', signedIn: false },
  { name: 'reset', path: `/resetPassword?email=merchant@kontor.example&secret=${'0'.repeat(32)}`, signedIn: false },
  { name: 'invitation', path: `/invitation?email=erna@kontor.example#secret=${'0'.repeat(43)}`, signedIn: false },
  { name: 'confirm-email', path: `/confirmEmail#secret=${'0'.repeat(43)}`, signedIn: false },
  { name: 'cancel-email', path: `/cancelEmail#secret=${'0'.repeat(43)}`, signedIn: false },
  { name: 'not-found', path: '/404', signedIn: true },
  { name: 'not-allowed', path: '/401', signedIn: true },
];

/** Pages that show nothing without being told what. */
const QUERIES: Readonly<Record<string, string>> = { '/maske/edit': '?key=wms.item.list', '/spreadsheet': '?mask=wms.item.list' };

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '-');

const FIRST: ListQuery = { limit: 1, cursor: null, search: '', sort: null, back: false, filters: [] };

/** The first row that a screen shows: of what waits, else of all that it holds. */
async function firstOf(server: BuiltServer, token: string, mask: Mask): Promise<string | undefined> {
  const fixed = mask.fixed ?? [];
  for (const filters of [bothFilters(fixed, mask.open ?? []), fixed]) {
    const asked = encodeListQuery({ ...FIRST, filters, sort: mask.sort ?? null });
    if (mask.deleted) asked.set('trash', '1');
    const { data } = await server.call<{ id: string }[]>('GET', `/v0/${mask.area}?${asked}`, undefined, token);
    if (data[0]) return data[0].id;
  }
  return undefined;
}

/** Every declared screen: a page, or the list of a mask, its first record and a new one. */
export async function screens(server: BuiltServer, token: string): Promise<Screen[]> {
  const found = [...OUTSIDE];
  for (const route of AREAS.flatMap((area) => area.routes)) {
    if (route.redirect || route.path.includes(':') || found.some(({ path }) => path === route.path)) continue;
    found.push({ name: nameOf(route.path), path: `${route.path}${QUERIES[route.path] ?? ''}`, signedIn: true });
    if (!route.mask || route.page) continue;
    const { data: mask } = await server.call<Mask>('GET', `/v0/masken/?q=${route.mask}`, undefined, token);
    const id = await firstOf(server, token, mask);
    if (id) found.push({ name: `${nameOf(route.path)}-record`, path: `${route.path}/${id}`, signedIn: true });
    if (mask.form && !mask.without?.includes('create'))
      found.push({ name: `${nameOf(route.path)}-new`, path: `${route.path}/new`, signedIn: true });
  }
  return found;
}
