import type { AccessControlProvider } from '@refinedev/core';
import { routeAllowed } from '#contract/core/access';
import { type AppRoute, areaOf, matchRoute } from './routes.ts';
import { allowed, isAdmin, useUserStore } from './user.ts';

/** Maps refine's action names to ours. */
const ACTIONS: Record<string, string> = { list: 'read', show: 'read', edit: 'update', clone: 'create' };

/** Maps refine's actions (list, show, clone) to our privileges. */
export const accessProvider: AccessControlProvider = {
  can: async ({ resource, action }) => ({ can: resource === undefined || allowed(`${resource}.${ACTIONS[action] ?? action}`) }),
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: true },
    // Do not show the answer for another row while this one is loading.
    queryOptions: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, placeholderData: undefined },
  },
};

/** A mask's screen needs the privilege to read its area. Other screens state what they need. */
function mayReadRows(route: AppRoute): boolean {
  const area = route.mask === undefined ? null : areaOf(route);
  return area === null || allowed(`${area}.read`);
}

/**
 * Whether a user may open a screen: admins always, everybody if the route says so, others if the server's list for their role contains it
 * and they may read its rows.
 */
export function mayOpenRoute(route: AppRoute, permitted: readonly string[], admin: boolean): boolean {
  if (admin || route.forAll === true || route.public === true) return true;
  return routeAllowed(permitted, route.path.replace(/\/:.*$/, '')) && mayReadRows(route);
}

export function mayOpen(path: string): boolean {
  const { user, routes } = useUserStore.getState();
  const match = matchRoute(path);
  return match !== null && mayOpenRoute(match.route, routes, isAdmin(user));
}
