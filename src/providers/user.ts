import { create } from 'zustand';
import type { UserInfo } from '#contract/access/session';
import { allows } from '#contract/core/access';
import { onSessionEnd } from './session.ts';

type UserState = {
  user: UserInfo | null;
  privileges: ReadonlySet<string>;
  routes: readonly string[];
  /** The list of permitted screens could not be read and is requested again. Until then no screen is refused. */
  routesPending: boolean;
};
const NOBODY: UserState = { user: null, privileges: new Set(), routes: [], routesPending: false };

/** The signed-in user, their privileges and permitted screens. Read once after login and used synchronously. */
export const useUserStore = create<UserState>(() => NOBODY);

export const setUser = (user: UserInfo): void => useUserStore.setState({ user, privileges: new Set(user.privileges) });
export const setRoutes = (routes: readonly string[]): void => useUserStore.setState({ routes, routesPending: false });
export const setRoutesPending = (): void => useUserStore.setState({ routesPending: true });
onSessionEnd(() => useUserStore.setState(NOBODY));

export const currentUser = (): UserInfo | null => useUserStore.getState().user;
export const useUser = (): UserInfo | null => useUserStore((state) => state.user);
export const isAdmin = (user: UserInfo | null): boolean => user?.roles.includes('admin') ?? false;

/** Whether the user has a privilege, `<area>.<action>`. Cosmetic: the server decides on every call. */
export const allowed = (privilege: string): boolean => allows(useUserStore.getState().privileges, privilege);
