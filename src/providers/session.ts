/**
 * The session in the browser: the token in a cookie, its start, and why it ended.
 * Kept small, because the login page loads it.
 */
const TOKEN = 'kontor-token';
const CREATED = 'kontor-created';

/** Why the session ended. The login page shows it once. */
export type EndReason = 'expired' | 'idle' | 'verification' | 'ended' | 'logout';

type Listener = () => void;
const listeners = new Set<Listener>();
const enders = new Set<Listener>();
let endReason: EndReason | null = null;

function readCookie(name: string): string {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
}

function writeCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const age = value === '' ? '; Max-Age=0' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}${age}`;
}

export const getToken = (): string => readCookie(TOKEN);

/** Milliseconds since 1970, 0 if no session is known. */
export const getCreatedAt = (): number => Number(readCookie(CREATED)) || 0;

export function startSession(token: string, createdAt = Date.now()): void {
  endReason = null;
  writeCookie(TOKEN, token);
  writeCookie(CREATED, String(createdAt));
  for (const listener of listeners) listener();
}

/** Ends the session. Listeners (caches, socket, tabs) are cleared first, so that none of them outlives the token. */
export function endSession(reason: EndReason): void {
  if (getToken() === '') return;
  endReason = reason;
  for (const forget of enders) forget();
  writeCookie(TOKEN, '');
  writeCookie(CREATED, '');
  for (const listener of listeners) listener();
}

/** Returns the reason once and clears it. */
export function takeEndReason(): EndReason | null {
  const reason = endReason;
  endReason = null;
  return reason;
}

export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a function that runs while the session ends and the token is still known. */
export function onSessionEnd(forget: Listener): () => void {
  enders.add(forget);
  return () => enders.delete(forget);
}
