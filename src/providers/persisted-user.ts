import type { UserInfo } from '#contract/access/session';
import { getCreatedAt, onSessionEnd } from './session.ts';
import { readJson, writeStored } from './storage.ts';
import { setRoutes, setUser, useUserStore } from './user.ts';

/**
 * The user of a station, stored for a start without a network: ids and privileges only, no name or address, and only until the session
 * ends. It only keeps the screen open. The server decides on every call.
 */
type Remembered = { session: number; user: UserInfo; routes: string[] };

const KEY = 'kontor-station-user';

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' && value !== null && 'session' in value && 'user' in value && 'routes' in value && Array.isArray(value.routes);

export function persistUser(user: UserInfo): void {
  // Restored without a network, so there is nothing new to store.
  if (user.account === '') return;
  const nameless: UserInfo = { ...user, name: '', account: '', loginIp: '', avatar: '', subName: null, merchantName: null };
  const { routes } = useUserStore.getState();
  writeStored(KEY, JSON.stringify({ session: getCreatedAt(), user: nameless, routes: [...routes] } satisfies Remembered));
}

/** Restores the stored user if the session is still the same. False if none is stored. */
export function restoreUser(): boolean {
  const known = readJson(KEY, isRemembered);
  if (!known || known.session !== getCreatedAt()) return false;
  setUser(known.user);
  setRoutes(known.routes);
  return true;
}
onSessionEnd(() => writeStored(KEY, null));
