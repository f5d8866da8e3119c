import { useCallback, useMemo, useState } from 'react';
import type { Layout } from '#contract/printing/layout';
import type { PrintMask } from '#contract/printing/mask';
import type { Fault } from '../../core/mask/editor/masks.ts';
import { examinedLayout } from './examine.ts';
import { begun, parted, redone, type Steps, stepped, undone } from './history.ts';

type Held = {
  steps: Steps<PrintMask>;
  /** The last valid layout, rendered while the newest is invalid. */
  sound: PrintMask;
  /** JSON as typed. Null while the parts are edited. */
  typed: string | null;
};

const textOf = (definition: unknown): string => JSON.stringify(definition, null, 2);

function read(text: string): { definition: unknown; readable: boolean } {
  try {
    return { definition: JSON.parse(text), readable: true };
  } catch {
    return { definition: null, readable: false };
  }
}

const settled = (steps: Steps<PrintMask>, sound: PrintMask, typed: string | null = null): Held => ({
  steps,
  typed,
  sound: examinedLayout(steps.now).mask ? steps.now : sound,
});

/** A layout being edited as parts or as JSON, with undo. While it is invalid, the last valid one is rendered. */
export function useLayoutEditor(start: PrintMask) {
  const [{ steps, sound, typed }, setHeld] = useState<Held>(() => ({ steps: begun(start), sound: start, typed: null }));
  const [serverFaults, setServerFaults] = useState<Fault[]>([]);
  const given = useMemo(() => (typed === null ? { definition: steps.now, readable: true } : read(typed)), [typed, steps.now]);
  const faults = useMemo<Fault[]>(
    () => (given.readable ? examinedLayout(given.definition).faults : [{ path: '', rule: 'json', value: '' }]),
    [given],
  );

  const go = useCallback((next: (held: Held) => Held) => {
    setHeld(next);
    setServerFaults([]);
  }, []);
  /** Consecutive changes with the same `joint` are one undo step. */
  const change = useCallback(
    (edit: (layout: Layout) => Layout, joint: string | null = null) =>
      go((held) => {
        const { now } = held.steps;
        const layout = edit(now.layout);
        return layout === now.layout ? held : settled(stepped(held.steps, { ...now, layout }, joint), held.sound);
      }),
    [go],
  );
  const type = useCallback(
    (text: string) =>
      go((held) => {
        const { mask } = examinedLayout(read(text).definition);
        return mask ? settled(stepped(held.steps, mask, 'json'), held.sound, text) : { ...held, typed: text };
      }),
    [go],
  );
  const load = useCallback(
    (definition: unknown) =>
      go((held) => {
        const { mask } = examinedLayout(definition);
        return mask ? settled(stepped(held.steps, mask), held.sound) : { ...held, typed: textOf(definition) };
      }),
    [go],
  );
  const undo = useCallback(() => go((held) => settled(undone(held.steps), held.sound)), [go]);
  const redo = useCallback(() => go((held) => settled(redone(held.steps), held.sound)), [go]);
  const part = useCallback(() => setHeld((held) => ({ ...held, steps: parted(held.steps) })), []);
  const whole = useMemo(() => textOf(steps.now), [steps.now]);
  return {
    mask: steps.now,
    sound,
    text: typed ?? whole,
    definition: given.definition,
    faults: useMemo(() => [...faults, ...serverFaults], [faults, serverFaults]),
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    change,
    type,
    load,
    undo,
    redo,
    part,
    showFaults: setServerFaults,
  };
}
export type Editing = ReturnType<typeof useLayoutEditor>;
