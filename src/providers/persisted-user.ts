import type { UserInfo } from '#contract/access/session';
import { getCreatedAt, onSessionEnd } from './session.ts';
import { readJson, writeStored } from './storage.ts';
import { setRoutes, setUser, useUserStore } from './user.ts';

/**
 * Who stands at the station, for a start without a network: ids and rights only, no name and no address, and only as long as the session.
 * The server decides on every call anyway; this only keeps the screen open.
 */
type Remembered = { session: number; user: UserInfo; routes: string[] };

const KEY = 'kontor-station-user';

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' && value !== null && 'session' in value && 'user' in value && 'routes' in value && Array.isArray(value.routes);

export function persistUser(user: UserInfo): void {
  // Recalled without a network, it is not known better now.
  if (user.account === '') return;
  const nameless: UserInfo = { ...user, name: '', account: '', loginIp: '', avatar: '', subName: null, merchantName: null };
  const { routes } = useUserStore.getState();
  writeStored(KEY, JSON.stringify({ session: getCreatedAt(), user: nameless, routes: [...routes] } satisfies Remembered));
}

/** Puts the remembered person in, if it is still this session's. False where nobody is remembered. */
export function restoreUser(): boolean {
  const known = readJson(KEY, isRemembered);
  if (!known || known.session !== getCreatedAt()) return false;
  setUser(known.user);
  setRoutes(known.routes);
  return true;
}
onSessionEnd(() => writeStored(KEY, null));
