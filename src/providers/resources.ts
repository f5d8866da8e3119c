import type { IResourceItem, ResourceProps } from '@refinedev/core';
import { type AppRoute, type AreaRoutes, SECTIONS, type Section } from './routes.ts';

type Reader = {
  mayOpen: (route: AppRoute) => boolean;
  allowed: (privilege: string) => boolean;
  t: (key: string) => string;
};

const sectionKey = (section: Section): string => `menu.sections.${section}`;
export const inMenu = (route: AppRoute): boolean =>
  !route.hidden && route.under === undefined && !route.bare && !route.redirect && !route.path.includes(':');
/** The same screen under the same name. Who may open both sees the first in the menu: the second is for those who may open only that one. */
type Entry = Partial<Pick<AppRoute, 'title' | 'section' | 'mask'>>;
export const isSameEntry = (a: Entry, b: Entry | undefined): boolean =>
  a.title === b?.title && a.section === b?.section && a.mask === b?.mask;
const isMaskRoute = (route: AppRoute): boolean => route.mask !== undefined && route.page === undefined;
const recordRoutes = (path: string): Partial<ResourceProps> => ({
  create: `${path}/new`,
  edit: `${path}/:id`,
  show: `${path}/:id`,
  clone: `${path}/new?from=:id`,
});

/**
 * refine's resources: menu sections with the screens that the user may open. The first list of an area has the area's name as its
 * identifier, which calls and the cache use; without a list it is the area's first screen. Other screens use their path as identifier,
 * because refine takes the first resource of a name if none is identified by it.
 */
export function resourcesOf(areas: readonly AreaRoutes[], { mayOpen, allowed, t }: Reader): ResourceProps[] {
  const sections = SECTIONS.filter((section) => section !== 'home').map(
    (section): ResourceProps => ({ name: sectionKey(section), meta: { label: t(sectionKey(section)), section } }),
  );
  const screens = areas.flatMap(({ area, routes }) => {
    const open = routes.filter(mayOpen);
    const listed = open.filter(inMenu);
    const first = open.find(isMaskRoute) ?? open[0];
    return open.map(
      (route): ResourceProps => ({
        name: area,
        identifier: route === first ? area : route.path,
        list: route.path,
        ...(isMaskRoute(route) ? recordRoutes(route.path) : {}),
        meta: {
          label: t(route.title),
          icon: route.icon,
          hide: !inMenu(route) || listed.find((other) => isSameEntry(other, route)) !== route,
          mask: route.mask,
          canDelete: isMaskRoute(route) && allowed(`${area}.delete`),
          ...(route.group ? { group: route.group } : {}),
          ...(route.section === 'home' ? {} : { parent: sectionKey(route.section) }),
        },
      }),
    );
  });
  return [...sections, ...screens];
}

/** The resource of a screen, by its path. */
export const resourceAt = (resources: readonly IResourceItem[], path: string): IResourceItem | undefined =>
  resources.find((resource) => resource.list === path);
