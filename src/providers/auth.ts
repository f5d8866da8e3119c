import type { AuthProvider } from '@refinedev/core';
import type { UserInfo } from '#contract/access/session';
import { call } from './http.ts';
import { queryClient } from './query-client.ts';
import { type EndReason, endSession, getToken } from './session.ts';
import { currentUser, setRoutes, setUser } from './user.ts';

/** Ends the session on the server and here. The call is on its way, with its token, before the session is forgotten. */
export function logout(reason: EndReason): void {
  if (getToken() === '') return;
  const told = call('GET', '/v0/auth/logout', { handles: 'all', timeout: 3_000, background: true });
  // The server forgets an idle session by itself; here it ends in any case.
  told.catch(() => undefined);
  endSession(reason);
}

/**
 * refine's auth provider. `check` is local: the server is the judge, and its 403 ends the session (http-fail.ts). The login page is
 * a tree of its own, so nothing here navigates.
 */
export const authProvider: AuthProvider = {
  /** To act as another account, or as oneself again. Signing in is a page of its own, without refine (src/login). */
  login: async ({ subId }: { subId: string }) => {
    const user = await call<UserInfo>('PUT', '/v0/auth/__subId', { q: subId });
    const routes = await call<string[]>('GET', '/v0/role/route');
    // Everything read so far was read as somebody else.
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
