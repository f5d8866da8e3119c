/** Undo history. Consecutive changes with the same `joint` are one step: a drag, or typing a word. */
export type Steps<T> = { past: readonly T[]; now: T; future: readonly T[]; joint: string | null };

const MOST = 200;

export const begun = <T>(now: T): Steps<T> => ({ past: [], now, future: [], joint: null });

export function stepped<T>(steps: Steps<T>, next: T, joint: string | null = null): Steps<T> {
  if (Object.is(next, steps.now)) return steps;
  if (joint !== null && joint === steps.joint) return { ...steps, now: next, future: [] };
  return { past: [...steps.past, steps.now].slice(-MOST), now: next, future: [], joint };
}

export function undone<T>({ past, now, future, joint }: Steps<T>): Steps<T> {
  const before = past.at(-1);
  return before === undefined
    ? { past, now, future, joint }
    : { past: past.slice(0, -1), now: before, future: [now, ...future], joint: null };
}

export function redone<T>({ past, now, future, joint }: Steps<T>): Steps<T> {
  const [after, ...rest] = future;
  return after === undefined ? { past, now, future, joint } : { past: [...past, now], now: after, future: rest, joint: null };
}

/** Makes the next change a new step. */
export const parted = <T>(steps: Steps<T>): Steps<T> => (steps.joint === null ? steps : { ...steps, joint: null });
