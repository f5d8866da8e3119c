import { useEffect } from 'react';
import { create } from 'zustand';

/** Something to do from the palette; `title` is what is shown, in the reader's language. */
export type PaletteAction = { id: string; title: string; icon: string; run: () => void };

/** Actions wait here until the palette, with kbar, is loaded and registers them. */
export const useActions = create<{ actions: readonly PaletteAction[] }>(() => ({ actions: [] }));

/** Offers actions while the component is shown. Give a stable array. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  useEffect(
    function offer() {
      const ids = new Set(actions.map((action) => action.id));
      useActions.setState((state) => ({ actions: [...state.actions.filter((one) => !ids.has(one.id)), ...actions] }));
      return () => useActions.setState((state) => ({ actions: state.actions.filter((one) => !actions.includes(one)) }));
    },
    [actions],
  );
}
