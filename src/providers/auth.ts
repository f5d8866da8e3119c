import type { AuthProvider } from '@refinedev/core';
import type { UserInfo } from '#contract/access/session';
import { call } from './http.ts';
import { queryClient } from './query-client.ts';
import { type EndReason, endSession, getToken } from './session.ts';
import { currentUser, setRoutes, setUser } from './user.ts';

/** Ends the session on the server and here. The call is sent with its token before the session is forgotten. */
export function logout(reason: EndReason): void {
  if (getToken() === '') return;
  const ended = call('GET', '/v0/auth/logout', { handles: 'all', timeout: 3_000, background: true });
  // If the call fails, the session ends here anyway and the server ends it when idle.
  ended.catch(() => undefined);
  endSession(reason);
}

/**
 * refine's auth provider. `check` is local: the server decides, and its 403 ends the session (http-fail.ts). The login page is a separate
 * tree, so nothing here navigates.
 */
export const authProvider: AuthProvider = {
  /** Switches to another account, or back to the own one. Signing in happens on a separate page without refine (src/login). */
  login: async ({ subId }: { subId: string }) => {
    const user = await call<UserInfo>('PUT', '/v0/auth/__subId', { q: subId });
    const routes = await call<string[]>('GET', '/v0/role/route');
    // All cached data was read with another account.
    queryClient.clear();
    setRoutes(routes);
    setUser(user);
    return { success: true, redirectTo: '/home' };
  },
  logout: async () => {
    logout('logout');
    return { success: true };
  },
  check: async () => ({ authenticated: getToken() !== '' }),
  onError: async () => ({}),
  getIdentity: async () => currentUser(),
};
