import type { ComponentType } from 'react';
import type { LazyPart } from './chunks.ts';

/** Sections of the sidebar in order. Their titles are in menu.json under `sections`. */
export const SECTIONS = [
  'home',
  'employee',
  'merchant',
  'warehouse',
  'stations',
  'sales',
  'purchases',
  'accounting',
  'finance',
  'carriergate',
  'tools',
  'settings',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Groups of screens within the long sections of the sidebar, in order. Their titles are in menu.json under `headings`. */
export const GROUPS = [
  'billing',
  'payments',
  'books',
  'closing',
  'setUp',
  'goods',
  'stock',
  'places',
  'work',
  'access',
  'partners',
  'prices',
  'devices',
  'system',
] as const;
export type Group = (typeof GROUPS)[number];

/** Props of every page; `params` are those of its route. */
export type PageProps = { params: Record<string, string> };
export type PageComponent = ComponentType<PageProps> | LazyPart<PageProps>;

/**
 * One screen. With `mask` and without `page`, the mask's list is at `path`, its records are at `path/:id`, a new one is at `path/new`.
 * @example { path: '/settings/tax', title: 'menu.tax', icon: 'percent', mask: 'settings.tax.list', section: 'settings' }
 */
export type AppRoute = {
  /** May contain `:name` parts. */
  path: string;
  /** Locale key. Keys of the menu are in menu.json (`menu.tax`), so that the sidebar needs one file. */
  title: string;
  /** An icon name of src/layout/icons.tsx. */
  icon: string;
  section: Section;
  /** In a long section: the heading below which the screen is listed. */
  group?: Group;
  mask?: string;
  page?: PageComponent;
  /** The tab cannot be closed. */
  pinned?: boolean;
  /** False: the page is mounted again each time its tab is shown. */
  cache?: boolean;
  /** Reachable, but not in the menu. */
  hidden?: boolean;
  /** Reachable from the screen of this path, whose entry of the menu is marked instead of an own one. */
  under?: string;
  /** Without sidebar and tabs, for pop-ups and print. Needs no session if `public` is set too. */
  bare?: boolean;
  public?: boolean;
  /** Open to every user without being in a list of permitted screens, such as personal settings. */
  forAll?: boolean;
  /** Redirect target, for a section that opens on its first screen. */
  redirect?: string;
};

/** An action of an area in the command palette: a dialog for users with the privilege. `title` is a locale key. */
export type AreaAction = { id: string; icon: string; title: string; privilege: string; dialog: ComponentType<{ onClose: () => void }> };
/** `follows`: areas whose rows this one adds up. When one of them changes, this one is read again. */
export type AreaRoutes = { area: string; routes: AppRoute[]; actions?: readonly AreaAction[]; follows?: readonly string[] };

let registry: readonly AreaRoutes[] = [];
let routes: readonly AppRoute[] = [];

/** Called once at start with src/resources/index.ts, so that engine and shell do not depend on any area. */
export function registerRoutes(areas: readonly AreaRoutes[]): void {
  registry = areas;
  routes = areas.flatMap((area) => area.routes);
  found.clear();
}

export const allRoutes = (): readonly AppRoute[] => routes;
/** Areas that must be read again when a row of this area changes. */
export const followersOf = (area: string): string[] => registry.filter(({ follows }) => follows?.includes(area)).map((one) => one.area);
export const allActions = (): readonly AreaAction[] => registry.flatMap(({ actions = [] }) => actions);

/** The match of a path: its route, the kind of screen, and the values of its `:name` parts. */
export type Match = { route: AppRoute; kind: 'screen' | 'record'; params: Record<string, string> };

const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = safeDecode(value);
    else if (part !== value) return null;
  }
  return params;
}

const isMaskRoute = (route: AppRoute): boolean => route.mask !== undefined && route.page === undefined;

/** Every path that `matchRoute` knows, as patterns with `:name` parts. */
export const routePatterns = (): string[] =>
  routes.flatMap((route) => (isMaskRoute(route) ? [route.path, `${route.path}/:id`] : [route.path]));

/** Cache: menu, tabs and breadcrumbs match the same few paths with every render. */
const found = new Map<string, Match | null>();
const KEPT = 500;

/** The screen at a path. Null for an unknown path. */
export function matchRoute(path: string): Match | null {
  const known = found.get(path);
  if (known !== undefined) return known;
  const match = matchAmong(path, routes);
  if (found.size >= KEPT) found.clear();
  found.set(path, match);
  return match;
}

/** What other programs call the form of a new record, in addresses typed by hand. */
const CREATE = 'create';

/** A screen's own path takes precedence over a record path of another screen. */
function matchAmong(path: string, among: readonly AppRoute[]): Match | null {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const route of among) {
    const params = matchPattern(route.path, clean);
    if (params) return { route, kind: 'screen', params };
  }
  for (const route of among) {
    const params = isMaskRoute(route) ? matchPattern(`${route.path}/:id`, clean) : null;
    if (params) return { route, kind: 'record', params: params['id'] === CREATE ? { ...params, id: 'new' } : params };
  }
  return null;
}

/** The path of a row: below the area's first screen that the user may open. Null if there is none. */
export function recordPath(area: string, id: string, may: (path: string) => boolean): string | null {
  const own = registry.find((entry) => entry.area === area)?.routes ?? [];
  const route = own.find((candidate) => isMaskRoute(candidate) && may(candidate.path));
  return route ? `${route.path}/${encodeURIComponent(id)}` : null;
}

/** The path of the area's first list that the user may open. Null if there is none. */
export function listPath(area: string, may: (path: string) => boolean): string | null {
  const own = registry.find((entry) => entry.area === area)?.routes ?? [];
  return own.find((candidate) => isMaskRoute(candidate) && may(candidate.path))?.path ?? null;
}

/** The area that declared a screen. */
export const areaOf = (route: AppRoute): string | null => registry.find((entry) => entry.routes.includes(route))?.area ?? null;
