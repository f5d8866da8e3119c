import type { AccessControlProvider } from '@refinedev/core';
import { routeAllowed } from '#contract/access';
import { type AppRoute, matchRoute } from './routes.ts';
import { allowed, isAdmin, useUserStore } from './user.ts';

/** refine's names of actions in ours. */
const ACTIONS: Record<string, string> = { list: 'read', show: 'read', edit: 'update', clone: 'create' };

/** For refine's own components; ours ask `useAllowed`, which needs no promise. */
export const accessProvider: AccessControlProvider = {
  can: async ({ resource, action }) => ({ can: resource === undefined || allowed(`${resource}.${ACTIONS[action] ?? action}`) }),
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: true },
    // Never the answer about another row while this one's is on its way.
    queryOptions: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, placeholderData: undefined },
  },
};

/** A screen is open to admins, to everybody where it says so, and else by the server's list for the role. */
export function mayOpenRoute(route: AppRoute, permitted: readonly string[], admin: boolean): boolean {
  return admin || route.forAll === true || route.public === true || routeAllowed(permitted, route.path.replace(/\/:.*$/, ''));
}

export function mayOpen(path: string): boolean {
  const { user, routes } = useUserStore.getState();
  const match = matchRoute(path);
  return match !== null && mayOpenRoute(match.route, routes, isAdmin(user));
}
