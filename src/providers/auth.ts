import type { AuthProvider } from '@refinedev/core';
import { call } from './http.ts';
import { type EndReason, endSession, getToken } from './session.ts';
import { currentUser } from './user.ts';

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
  login: async () => ({ success: getToken() !== '' }),
  logout: async () => {
    logout('logout');
    return { success: true };
  },
  check: async () => ({ authenticated: getToken() !== '' }),
  onError: async () => ({}),
  getIdentity: async () => currentUser(),
  getPermissions: async () => currentUser()?.privileges ?? [],
};
