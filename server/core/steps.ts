import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds for which a calculation keeps the event loop before other work gets its turn. A scan waits for the database sixteen times, each time for a turn. */
const TURN = 5;

/** A long calculation that yields where it may be interrupted. */
export type Steps<T> = Generator<void, T>;

/** Values that are mapped in one step. */
const A_STEP = 20;

/** Maps many values, in steps. */
export function* mapInSteps<T, R>(values: readonly T[], map: (value: T, index: number) => R): Steps<R[]> {
  const found: R[] = [];
  for (const [n, value] of values.entries()) {
    found.push(map(value, n));
    if (n % A_STEP === A_STEP - 1) yield;
  }
  return found;
}

/** Runs a calculation to its end at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs a calculation to its end, and lets other work of this process run in between. @param turn milliseconds until the others' turn */
export async function finishInTurns<T>(steps: Steps<T>, turn = TURN): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < turn) continue;
    await nextTurn();
    began = performance.now();
  }
}
