import { AREAS } from '../../src/resources/index.ts';
import type { BuiltServer } from '../support/built.ts';

/** A picture to take: its name in file names, the address, and whether somebody is signed in. */
export type Screen = { name: string; path: string; signedIn: boolean };

const OUTSIDE: Screen[] = [
  { name: 'login', path: '/login', signedIn: false },
  { name: 'reset-request', path: '/resetPasswordRequest', signedIn: false },
  { name: 'reset', path: `/resetPassword?email=merchant@kontor.example&secret=${'0'.repeat(32)}`, signedIn: false },
  { name: 'not-found', path: '/404', signedIn: true },
  { name: 'not-allowed', path: '/401', signedIn: true },
];

/** Pages that show nothing without being told what. */
const QUERIES: Readonly<Record<string, string>> = { '/maske/edit': '?key=wms.item.list', '/spreadsheet': '?mask=wms.item.list' };

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '-');

type Mask = { area: string; form?: unknown; without?: string[] };

/** Every declared screen: a page, or the list of a mask, its first record and a new one. */
export async function screens(server: BuiltServer, token: string): Promise<Screen[]> {
  const found = [...OUTSIDE];
  for (const route of AREAS.flatMap((area) => area.routes)) {
    if (route.redirect || route.path.includes(':') || found.some(({ path }) => path === route.path)) continue;
    found.push({ name: nameOf(route.path), path: `${route.path}${QUERIES[route.path] ?? ''}`, signedIn: true });
    if (!route.mask || route.page) continue;
    const { data: mask } = await server.call<Mask>('GET', `/v0/masken/?q=${route.mask}`, undefined, token);
    const { data: rows } = await server.call<{ id: string }[]>('GET', `/v0/${mask.area}?l=1`, undefined, token);
    if (rows[0]) found.push({ name: `${nameOf(route.path)}-record`, path: `${route.path}/${rows[0].id}`, signedIn: true });
    if (mask.form && !mask.without?.includes('create'))
      found.push({ name: `${nameOf(route.path)}-new`, path: `${route.path}/new`, signedIn: true });
  }
  return found;
}
