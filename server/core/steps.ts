import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds for which a calculation keeps the event loop before other work gets its turn. A scan waits for the database sixteen times, each time for a turn. */
const TURN = 5;

/** A long calculation that yields where it may be interrupted. */
export type Steps<T> = Generator<void, T>;

/** Runs a calculation to its end at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs a calculation to its end, and lets other work of this process run in between. */
export async function finishInTurns<T>(steps: Steps<T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < TURN) continue;
    await nextTurn();
    began = performance.now();
  }
}
