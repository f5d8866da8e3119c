/**
 * The session as the browser knows it: the token in a cookie, when it began, and why it ended.
 * Light on purpose: the login page loads it.
 */
const TOKEN = 'kontor-token';
const CREATED = 'kontor-created';

/** Why the reader stands at the login page; it is told there once. */
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

/** Milliseconds since 1970, 0 when no session is known. */
export const getCreatedAt = (): number => Number(readCookie(CREATED)) || 0;

export function startSession(token: string, createdAt = Date.now()): void {
  endReason = null;
  writeCookie(TOKEN, token);
  writeCookie(CREATED, String(createdAt));
  for (const listener of listeners) listener();
}

/** Forgets the session. What hangs on it (caches, socket, tabs) goes first, so that nothing of it outlives the token. */
export function endSession(reason: EndReason): void {
  if (getToken() === '') return;
  endReason = reason;
  for (const forget of enders) forget();
  writeCookie(TOKEN, '');
  writeCookie(CREATED, '');
  for (const listener of listeners) listener();
}

/** The reason is handed over once. */
export function takeEndReason(): EndReason | null {
  const reason = endReason;
  endReason = null;
  return reason;
}

export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs while the session ends and the token is still known. */
export function onSessionEnd(forget: Listener): () => void {
  enders.add(forget);
  return () => enders.delete(forget);
}
