import { create } from 'zustand';
import type { UserInfo } from '#contract/access/session';
import { allows } from '#contract/core/access';
import { onSessionEnd } from './session.ts';

type UserState = {
  user: UserInfo | null;
  privileges: ReadonlySet<string>;
  routes: readonly string[];
  /** The list of permitted screens was lost on its way and is asked for again: nobody is turned away from a screen meanwhile. */
  routesPending: boolean;
};
const NOBODY: UserState = { user: null, privileges: new Set(), routes: [], routesPending: false };

/** Who is signed in, what they may do and which screens they may open: read once after login, decided on synchronously. */
export const useUserStore = create<UserState>(() => NOBODY);

export const setUser = (user: UserInfo): void => useUserStore.setState({ user, privileges: new Set(user.privileges) });
export const setRoutes = (routes: readonly string[]): void => useUserStore.setState({ routes, routesPending: false });
export const setRoutesPending = (): void => useUserStore.setState({ routesPending: true });
onSessionEnd(() => useUserStore.setState(NOBODY));

export const currentUser = (): UserInfo | null => useUserStore.getState().user;
export const useUser = (): UserInfo | null => useUserStore((state) => state.user);
export const isAdmin = (user: UserInfo | null): boolean => user?.roles.includes('admin') ?? false;

/** Cosmetic: the server decides on every call. A privilege is `<area>.<action>`. */
export const allowed = (privilege: string): boolean => allows(useUserStore.getState().privileges, privilege);
