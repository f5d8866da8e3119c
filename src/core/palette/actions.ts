import { useEffect } from 'react';
import { create } from 'zustand';

/** An action of the palette. `title` is translated. */
export type PaletteAction = { id: string; title: string; icon: string; run: () => void };

/** Actions that the palette registers once it is loaded with kbar. */
export const useActions = create<{ actions: readonly PaletteAction[] }>(() => ({ actions: [] }));

/** Adds actions while the component is mounted. Pass a stable array. */
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
