import { useCallback, useMemo, useState } from 'react';
import type { Mask } from '#contract/core/mask';
import { examined } from './examine.ts';
import type { Fault } from './masks.ts';

type Held = { text: string; definition: unknown; unreadable: boolean };

const textOf = (definition: unknown): string => JSON.stringify(definition, null, 2);

function read(text: string): Held {
  try {
    return { text, definition: JSON.parse(text), unreadable: false };
  } catch {
    return { text, definition: null, unreadable: true };
  }
}

/** Edits one definition as parts or as JSON. While it is invalid, the preview shows the last valid one. */
export function useEditor(start: Mask) {
  const [held, setHeld] = useState<Held>(() => ({ text: textOf(start), definition: start, unreadable: false }));
  const [sound, setSound] = useState<Mask>(start);
  const [serverFaults, setServerFaults] = useState<Fault[]>([]);
  const faults = useMemo<Fault[]>(
    () => (held.unreadable ? [{ path: '', rule: 'json', value: '' }] : examined(held.definition).faults),
    [held],
  );

  const take = useCallback((next: Held) => {
    setHeld(next);
    setServerFaults([]);
    const { mask, faults } = examined(next.definition);
    if (mask && faults.length === 0) setSound(mask);
  }, []);
  const setMask = useCallback((mask: Mask) => take({ text: textOf(mask), definition: mask, unreadable: false }), [take]);
  const setText = useCallback((text: string) => take(read(text)), [take]);
  const load = useCallback((definition: unknown) => take({ text: textOf(definition), definition, unreadable: false }), [take]);
  const parsed = useMemo(() => examined(held.definition).mask, [held.definition]);
  return {
    text: held.text,
    definition: held.definition,
    mask: parsed,
    sound,
    faults: [...faults, ...serverFaults],
    setMask,
    setText,
    load,
    showFaults: setServerFaults,
  };
}
