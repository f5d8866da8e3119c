import { createContext, type ReactNode, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  Router,
} from 'react-router';

/** Where the reader stands, and how they came there. */
export type Place = { location: Location; navigationType: NavigationType };

function createPlaces() {
  const history = createBrowserHistory({ v5Compat: true });
  const listeners = new Set<() => void>();
  let place: Place = { location: history.location, navigationType: history.action };
  const watch = (): (() => void) =>
    history.listen(({ location, action }) => {
      place = { location, navigationType: action };
      for (const listener of listeners) listener();
    });
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { history, watch, subscribe, get: (): Place => place };
}

const Places = createContext<ReturnType<typeof createPlaces> | null>(null);

/** The location that the router's hooks return outside `AtPlace` and outside a kept view. It is never a screen. */
const NOWHERE = { pathname: '/', search: '', hash: '', state: null, key: 'default' };

/**
 * The router of the application. Its location never changes: React renders everything below a changed context that reads it, also where an
 * inner location lies between, so each navigation would render every kept view. Who needs the place asks `usePlace`, or stands in `AtPlace`.
 */
export function SteadyRouter({ children }: { children: ReactNode }) {
  const [places] = useState(createPlaces);
  useLayoutEffect(() => places.watch(), [places]);
  return (
    // Without transitions a navigation renders at once, not interrupted by other work.
    <Router location={NOWHERE} navigationType={NavigationType.Pop} navigator={places.history} useTransitions={false}>
      <Places value={places}>{children}</Places>
    </Router>
  );
}

/** Where the reader stands. Renders at each navigation. */
export function usePlace(): Place {
  const places = useContext(Places);
  if (!places) throw new Error('usePlace outside of SteadyRouter');
  return useSyncExternalStore(places.subscribe, places.get);
}

/** Gives the router's own hooks in `children` the place where the reader stands. */
export function AtPlace({ children }: { children: ReactNode }) {
  return <LocationContext value={usePlace()}>{children}</LocationContext>;
}
