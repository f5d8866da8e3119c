import { useEffect, useSyncExternalStore } from 'react';
import { type Mode, type Size, usePreferences } from './preferences.ts';
import { cssVariables, type Scheme } from './theme.ts';

const dark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

const subscribe = (listener: () => void): (() => void) => {
  const query = dark();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

const schemeOf = (mode: Mode, isDark: boolean): Scheme => (mode === 'system' ? (isDark ? 'dark' : 'light') : mode);

export function useScheme(): Scheme {
  const mode = usePreferences((state) => state.mode);
  const isDark = useSyncExternalStore(subscribe, () => dark().matches);
  return schemeOf(mode, isDark);
}

function apply(scheme: Scheme, size: Size): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(cssVariables(scheme, size))) root.style.setProperty(name, value);
  root.style.colorScheme = scheme;
  root.dataset.scheme = scheme;
  root.dataset.size = size;
}

/** Sets the theme's tokens on the document before the first render. */
export function applyTheme(): void {
  const { mode, size } = usePreferences.getState();
  apply(schemeOf(mode, dark().matches), size);
}

export function useThemeOnDocument(): void {
  const scheme = useScheme();
  const size = usePreferences((state) => state.size);
  useEffect(
    function keepTokensOnDocument() {
      apply(scheme, size);
    },
    [scheme, size],
  );
}
