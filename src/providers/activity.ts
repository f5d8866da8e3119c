import { readStored, writeStored } from './storage.ts';

/** Time of the last user activity in any tab of this browser. Idle time is counted per person, not per tab. */
const KEY = 'kontor-active';
/** Least milliseconds between two writes. The countdown has a resolution of minutes. */
const STEP = 5_000;
/** A call counts as caused by the user if a key, a pointer event or a scan came at most this many milliseconds before it. */
const CAUSED_WITHIN = 10_000;

/** Opening the page counts as activity. */
let own = Date.now();
let written = 0;

/** Records that the user pressed a key, used a pointer or scanned. Nothing else counts as activity, in particular no calls. */
export function touch(now = Date.now()): void {
  own = now;
  if (now - written < STEP) return;
  written = now;
  writeStored(KEY, String(now));
}

export const idleSince = (): number => Math.max(own, Number(readStored(KEY)) || 0);

/**
 * Whether a call made now was caused by user activity in this tab. All other calls (live events, timers, reconnects, window focus) are
 * background calls and must not extend the session.
 */
export const isCausedByPerson = (now = Date.now()): boolean => now - own < CAUSED_WITHIN;
