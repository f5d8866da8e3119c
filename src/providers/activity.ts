import { readStored, writeStored } from './storage.ts';

/** When somebody last did something, in any tab of this browser: idle time is a matter of the person, not of one tab. */
const KEY = 'kontor-active';
/** Written at most this often; the countdown ticks by minutes. */
const STEP = 5_000;
/** A call counts as caused by the person when a key, a pointer or a scan came at most this long before it. */
const CAUSED_WITHIN = 10_000;

/** Opening the page is something a person does. */
let own = Date.now();
let written = 0;

/** Somebody pressed a key, used a pointer or scanned. Nothing else is activity: calls follow from it, they do not replace it. */
export function touch(now = Date.now()): void {
  own = now;
  if (now - written < STEP) return;
  written = now;
  writeStored(KEY, String(now));
}

export const idleSince = (): number => Math.max(own, Number(readStored(KEY)) || 0);

/**
 * Whether what is called now follows from something that a person did in this tab. Everything else (live events, timers, reconnects, a window
 * that comes to the front) calls in the background and must not keep the session.
 */
export const isCausedByPerson = (now = Date.now()): boolean => now - own < CAUSED_WITHIN;
