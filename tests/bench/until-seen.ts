import { setTimeout as sleep } from 'node:timers/promises';

/** Measures how long it takes until what was begun on one side is seen on the other. */

/** Milliseconds between two looks, and those after which something has not come. */
const LOOK = 20;
const LATEST = 600_000;

/**
 * Starts one after the other, at moments that follow no beat, whether the former has come or not. @param every milliseconds between two, on average
 * @param come those that have come @returns milliseconds of each from its start until it was seen
 */
export async function timesOf<T>(
  things: readonly T[],
  every: number,
  start: (thing: T) => unknown,
  come: (open: readonly T[]) => readonly T[] | Promise<readonly T[]>,
): Promise<number[]> {
  const open = new Map<T, number>();
  const taken: number[] = [];
  const waiting = [...things];
  const starting = async (): Promise<void> => {
    for (let thing = waiting[0]; thing !== undefined; thing = waiting[0]) {
      open.set(thing, performance.now());
      await start(thing);
      waiting.shift();
      await sleep(every * (0.5 + Math.random()));
    }
  };
  const looking = async (): Promise<void> => {
    while (waiting.length > 0 || open.size > 0) {
      const now = performance.now();
      for (const thing of await come([...open.keys()])) {
        taken.push(performance.now() - (open.get(thing) ?? now));
        open.delete(thing);
      }
      if ([...open.values()].some((begun) => begun < now - LATEST)) throw new Error(`${open.size} of ${things.length} did not come`);
      await sleep(LOOK);
    }
  };
  await Promise.all([starting(), looking()]);
  return taken;
}

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
/** Waits for something. @returns milliseconds that it took */
export async function until(isDone: () => boolean | Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isDone())) {
    if (performance.now() > begun + LATEST) throw new Error('it did not come');
    await sleep(LOOK);
  }
  return performance.now() - begun;
}
