import type { AccessControlProvider } from '@refinedev/core';
import { routeAllowed } from '#contract/core/access';
import { type AppRoute, areaOf, matchRoute } from './routes.ts';
import { allowed, isAdmin, useUserStore } from './user.ts';

/** refine's names of actions in ours. */
const ACTIONS: Record<string, string> = { list: 'read', show: 'read', edit: 'update', clone: 'create' };

/** A list, a record and a copy are asked for by refine's names of actions; ours are those of the privileges. */
export const accessProvider: AccessControlProvider = {
  can: async ({ resource, action }) => ({ can: resource === undefined || allowed(`${resource}.${ACTIONS[action] ?? action}`) }),
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: true },
    // Never the answer about another row while this one's is on its way.
    queryOptions: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, placeholderData: undefined },
  },
};

/** The rows of a mask's screen are those of its area; other screens say for themselves what they need. */
function mayReadRows(route: AppRoute): boolean {
  const area = route.mask === undefined ? null : areaOf(route);
  return area === null || allowed(`${area}.read`);
}

/** A screen is open to admins, to everybody where it says so, and else by the server's list for the role and the right to read its rows. */
export function mayOpenRoute(route: AppRoute, permitted: readonly string[], admin: boolean): boolean {
  if (admin || route.forAll === true || route.public === true) return true;
  return routeAllowed(permitted, route.path.replace(/\/:.*$/, '')) && mayReadRows(route);
}

export function mayOpen(path: string): boolean {
  const { user, routes } = useUserStore.getState();
  const match = matchRoute(path);
  return match !== null && mayOpenRoute(match.route, routes, isAdmin(user));
}
