import { useCallback, useEffect, useState } from 'react';
import type { UserInfo } from '#contract/access/session';
import { ROUTE_TIMEOUT } from '#contract/core/limits';
import { isCallError, isOutage } from '../providers/call-error.ts';
import { showToast } from '../providers/feedback.ts';
import { messageFor } from '../providers/http-fail.ts';
import { hasStoredLocale, loadNamespace, setLocale } from '../providers/i18n.ts';
import { useConnection } from '../providers/live.ts';
import { configureHttp } from '../providers/origins.ts';
import { restoreUser } from '../providers/persisted-user.ts';
import { publicConfig } from '../providers/public-config.ts';
import { request } from '../providers/request.ts';
import { endSession, getToken, onSessionChange } from '../providers/session.ts';
import { setRoutes, setRoutesPending, setUser } from '../providers/user.ts';
import { isStationPath } from '../scan/paths.ts';

/** Milliseconds that a station waits for the session on a slow network. */
const STATION_LIMIT = 5_000;

export type BootState = 'loading' | 'ready' | 'failed';

/** Milliseconds before the permitted screens are requested again. Doubled with each failure up to the longest. */
const ROUTES_RETRY = 2_000;
const ROUTES_RETRY_LONGEST = 60_000;

const requestRoutes = (options: { timeout?: number; background?: boolean }): Promise<string[]> =>
  request('GET', '/v0/role/route', { ...options, handles: 'all' });

/**
 * Reads the permitted screens. Until they arrive, the menu shows what everybody may open; the server decides on every call.
 * @returns null without an answer; then it is requested again, so that a slow network does not cost the menu for the whole session
 */
async function readRoutes(quiet: boolean): Promise<string[] | null> {
  try {
    return await requestRoutes({ timeout: ROUTE_TIMEOUT });
  } catch (error) {
    if (!quiet) showToast('warning', messageFor(isCallError(error) ? error.code : 'InternalError'));
    if (!isOutage(error)) return [];
    retryRoutes(getToken(), ROUTES_RETRY);
    return null;
  }
}

/** Retries only for the session that started it. The next user's screens are read separately. */
function retryRoutes(token: string, delay: number): void {
  const retry = async (): Promise<void> => {
    if (getToken() !== token) return;
    try {
      const routes = await requestRoutes({ background: true });
      if (getToken() === token) setRoutes(routes);
    } catch (error) {
      if (getToken() !== token) return;
      // A refusal is an answer: the user may open only what everybody may.
      if (isOutage(error)) retryRoutes(token, Math.min(delay * 2, ROUTES_RETRY_LONGEST));
      else setRoutes([]);
    }
  };
  setTimeout(() => void retry(), delay);
}

/** Reads the signed-in user. False without a session. Retried while the server or its database cannot be reached. */
async function readUser(timeout?: number): Promise<boolean> {
  try {
    const user = await request<UserInfo | null>('GET', '/v0/auth/stat', { handles: 'all', ...(timeout === undefined ? {} : { timeout }) });
    if (!user?.id) {
      endSession('verification');
      return false;
    }
    setUser(user);
    if (!hasStoredLocale() && user.locale) await setLocale(user.locale, { keep: false });
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    showToast('error', messageFor(isCallError(error) ? error.code : 'InternalError'));
    endSession('verification');
    return false;
  }
}

async function readSession(timeout?: number): Promise<boolean> {
  const [known, routes] = await Promise.all([readUser(timeout), readRoutes(timeout !== undefined)]);
  if (known && routes) setRoutes(routes);
  else if (known) setRoutesPending();
  return known;
}

/** Without a network, a station opens for the user who was signed in last. The session is read once the network is back. */
async function readStationSession(): Promise<boolean> {
  try {
    if (!navigator.onLine && restoreUser()) return readSessionLater();
    return await readSession(STATION_LIMIT);
  } catch (error) {
    if (!restoreUser()) throw error;
    return readSessionLater();
  }
}

function readSessionLater(): true {
  const stop = useConnection.subscribe(({ state }) => {
    if (state !== 'online') return;
    stop();
    readSession().catch(() => undefined);
  });
  return true;
}

export const loadBootTexts = (): Promise<void> => loadNamespace('shell', 'menu');

async function boot(): Promise<BootState> {
  const texts = loadBootTexts();
  const config = publicConfig().then(({ carrierGate }) => configureHttp({ carrierGate }));
  if (getToken() !== '' && !(await (isStationPath(window.location.pathname) ? readStationSession() : readSession()))) return 'loading';
  await Promise.all([texts, config]);
  return 'ready';
}

/** Started at sign-in, so that the calls are in progress during the first render. */
let begun: Promise<BootState> | null = null;
onSessionChange(() => {
  begun = getToken() === '' ? null : boot();
  begun?.catch(() => undefined);
});

/** Reads what the application needs before its first screen. */
export function useBoot(): { state: BootState; retry: () => void } {
  const [state, setState] = useState<BootState>('loading');
  const start = useCallback(() => {
    const booting = begun ?? boot();
    begun = null;
    booting.then(setState, () => setState('failed'));
  }, []);
  useEffect(start, [start]);
  const retry = () => {
    setState('loading');
    start();
  };
  return { state, retry };
}
