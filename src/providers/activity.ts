import { readStored, writeStored } from './storage.ts';

/** When somebody last did something, in any tab of this browser: idle time is a matter of the person, not of one tab. */
const KEY = 'kontor-active';
/** Written at most this often; the countdown ticks by minutes. */
const STEP = 5_000;

let own = Date.now();
let written = 0;

export function touch(now = Date.now()): void {
  own = now;
  if (now - written < STEP) return;
  written = now;
  writeStored(KEY, String(now));
}

export const idleSince = (): number => Math.max(own, Number(readStored(KEY)) || 0);
