import type { ComponentType } from 'react';
import type { LazyPage } from './chunks.ts';

/** Sections of the sidebar, in their order. Titles stand in menu.json under `sections`. */
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
  'orders',
  'collection',
  'shop',
  'tools',
  'office',
  'development',
  'settings',
  'meta',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Props of every page; `params` are those of its route. */
export type PageProps = { params: Record<string, string> };
export type PageComponent = ComponentType<PageProps> | LazyPage<PageProps>;

/**
 * One screen. With `mask` and without `page`, the mask's list stands at `path`, its records at `path/:id`, a new one at `path/new`.
 * @example { path: '/settings/tax', title: 'menu.tax', icon: 'percent', mask: 'settings.tax.list', section: 'settings' }
 */
export type AppRoute = {
  /** May hold `:name` parts. */
  path: string;
  /** Locale key; those of the menu stand in menu.json (`menu.tax`), so that the sidebar needs one file. */
  title: string;
  /** A name of src/layout/icons.tsx. */
  icon: string;
  section: Section;
  mask?: string;
  page?: PageComponent;
  /** Cannot be closed. */
  pinned?: boolean;
  /** False: the page is built anew each time its tab is shown. */
  cache?: boolean;
  /** Reachable, but not in the menu. */
  hidden?: boolean;
  /** Without sidebar and tabs, for pop-ups and print; reachable without a session where `public` says so too. */
  bare?: boolean;
  public?: boolean;
  /** For those who stand in no permitted list, such as one's own settings. */
  forAll?: boolean;
  /** Where the path leads instead, for a section that opens on its first screen. */
  redirect?: string;
};

/** Something to do from the palette that an area contributes: a dialog, for who has the privilege. `title` is a locale key. */
export type AreaAction = { id: string; icon: string; title: string; privilege: string; dialog: ComponentType<{ onClose: () => void }> };
export type AreaRoutes = { area: string; routes: AppRoute[]; actions?: readonly AreaAction[] };

let registry: readonly AreaRoutes[] = [];
let routes: readonly AppRoute[] = [];

/** Called once at start with src/resources/index.ts, so that the engine and the shell need not know any area. */
export function registerRoutes(areas: readonly AreaRoutes[]): void {
  registry = areas;
  routes = areas.flatMap((area) => area.routes);
  found.clear();
}

export const allRoutes = (): readonly AppRoute[] => routes;
export const allActions = (): readonly AreaAction[] => registry.flatMap(({ actions = [] }) => actions);

/** What a path stands for: its route, which of its screens, and the values of its `:name` parts. */
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

/** Menu, tabs and crumbs ask for the same few paths with every drawing. */
const found = new Map<string, Match | null>();
const KEPT = 500;

/** The screen at a path, null for an unknown one. */
export function matchRoute(path: string): Match | null {
  const known = found.get(path);
  if (known !== undefined) return known;
  const match = matchAmong(path, routes);
  if (found.size >= KEPT) found.clear();
  found.set(path, match);
  return match;
}

/** A screen's own path wins over a record of another one. */
function matchAmong(path: string, among: readonly AppRoute[]): Match | null {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const route of among) {
    const params = matchPattern(route.path, clean);
    if (params) return { route, kind: 'screen', params };
  }
  for (const route of among) {
    const params = isMaskRoute(route) ? matchPattern(`${route.path}/:id`, clean) : null;
    if (params) return { route, kind: 'record', params };
  }
  return null;
}

/** Where a row of an area is shown: below the area's first screen that the reader may open. Null when there is none. */
export function recordPath(area: string, id: string, may: (path: string) => boolean): string | null {
  const own = registry.find((entry) => entry.area === area)?.routes ?? [];
  const route = own.find((candidate) => isMaskRoute(candidate) && may(candidate.path));
  return route ? `${route.path}/${encodeURIComponent(id)}` : null;
}

/** The area a screen was declared by. */
export const areaOf = (route: AppRoute): string | null => registry.find((entry) => entry.routes.includes(route))?.area ?? null;
