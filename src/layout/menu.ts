import { useMemo } from 'react';
import { mayOpenRoute } from '../providers/access.ts';
import { type AppRoute, allRoutes, SECTIONS, type Section } from '../providers/routes.ts';
import { isAdmin, useUserStore } from '../providers/user.ts';

export type MenuSection = { section: Section; routes: AppRoute[] };

const inMenu = (route: AppRoute): boolean => !route.hidden && !route.bare && !route.redirect && !route.path.includes(':');

/** The sidebar: what the reader may open, in the order of the sections. */
export function menuOf(routes: readonly AppRoute[], permitted: readonly string[], admin: boolean): MenuSection[] {
  const open = routes.filter((route) => inMenu(route) && mayOpenRoute(route, permitted, admin));
  return SECTIONS.map((section) => ({ section, routes: open.filter((route) => route.section === section) })).filter(
    (s) => s.routes.length > 0,
  );
}

export function useMenu(): MenuSection[] {
  const user = useUserStore((state) => state.user);
  const permitted = useUserStore((state) => state.routes);
  return useMemo(() => menuOf(allRoutes(), permitted, isAdmin(user)), [permitted, user]);
}
