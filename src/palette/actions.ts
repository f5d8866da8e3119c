import { useEffect } from 'react';
import { create } from 'zustand';

/** Something to do from the palette; `title` is what is shown, in the reader's language. */
export type PaletteAction = { id: string; title: string; icon: string; run: () => void };

export const useActions = create<{ actions: readonly PaletteAction[] }>(() => ({ actions: [] }));

export function registerAction(action: PaletteAction): () => void {
  useActions.setState(({ actions }) => ({ actions: [...actions.filter((one) => one.id !== action.id), action] }));
  return () => useActions.setState(({ actions }) => ({ actions: actions.filter((one) => one !== action) }));
}

/** Offers an action while the component is shown. Give a stable object. */
export function usePaletteAction(action: PaletteAction): void {
  useEffect(
    function offer() {
      return registerAction(action);
    },
    [action],
  );
}
