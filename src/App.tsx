import { Refine } from '@refinedev/core';
import { useEffect, useMemo } from 'react';
import { BrowserRouter, Navigate, useLocation } from 'react-router';
import { routeAllowed } from '#contract/access';
import { AntdProvider } from './layout/AntdProvider.tsx';
import { useBoot } from './layout/boot.ts';
import { Feedback } from './layout/Feedback.tsx';
import { LiveHost } from './layout/LiveHost.tsx';
import { Page } from './layout/Page.tsx';
import { Shell } from './layout/Shell.tsx';
import { BootFailed } from './pages/BootFailed.tsx';
import { accessProvider, mayOpenRoute } from './providers/access.ts';
import { authProvider } from './providers/auth.ts';
import { dataProvider } from './providers/data.ts';
import { useI18nProvider } from './providers/i18n-provider.ts';
import { liveProvider } from './providers/live.ts';
import { notificationProvider } from './providers/notification.ts';
import { safePath } from './providers/places.ts';
import { queryClient } from './providers/query-client.ts';
import { routerProvider } from './providers/router.ts';
import { matchRoute, registerRoutes } from './providers/routes.ts';
import { isAdmin, useUserStore } from './providers/user.ts';
import { AREAS } from './resources/index.ts';

registerRoutes(AREAS);

const OPTIONS = {
  disableTelemetry: true,
  warnWhenUnsavedChanges: false,
  syncWithLocation: false,
  mutationMode: 'pessimistic',
  liveMode: 'off',
  disableRouteChangeHandler: true,
  overtime: { enabled: false, interval: 1000 },
  reactQuery: { clientConfig: queryClient },
} as const;

/** Paths that only lead elsewhere (specification, point 2). */
function leadsTo(path: string, search: string, hash: string): string | null {
  if (path === '/') return '/home';
  if (path === '/login' || path === '/clear') return '/';
  if (path.startsWith('/redirect/')) return safePath(`${path.slice('/redirect'.length)}${search}${hash}`);
  return null;
}

function Screens() {
  const { pathname, search, hash } = useLocation();
  const user = useUserStore((state) => state.user);
  const permitted = useUserStore((state) => state.routes);
  const elsewhere = leadsTo(pathname, search, hash);
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  const match = matchRoute(pathname);
  if (!match) return <Navigate to="/login" replace />;
  const { route } = match;
  if (route.redirect) return <Navigate to={`${route.redirect}${search}`} replace />;
  const open = mayOpenRoute(route, permitted, isAdmin(user)) || routeAllowed([], route.path);
  if (!open) return <Navigate to="/401" replace />;
  return route.bare ? <Page match={match} /> : <Shell />;
}

/** Scans of yesterday are sent whoever works here today, on whatever screen. */
function useScanning(): void {
  useEffect(function beginScanning() {
    import('./scan/start.ts').then(
      ({ startScanning }) => startScanning(),
      () => undefined,
    );
  }, []);
}

function Application() {
  useScanning();
  const i18nProvider = useI18nProvider();
  const resources = useMemo(() => AREAS.map(({ area }) => ({ name: area })), []);
  return (
    <BrowserRouter>
      <Refine
        dataProvider={dataProvider}
        authProvider={authProvider}
        accessControlProvider={accessProvider}
        i18nProvider={i18nProvider}
        liveProvider={liveProvider}
        notificationProvider={notificationProvider}
        routerProvider={routerProvider}
        resources={resources}
        options={OPTIONS}
      >
        <LiveHost />
        <Screens />
      </Refine>
    </BrowserRouter>
  );
}

/** The application behind the login: providers, then the screen of the address. */
export function App() {
  const { state, retry } = useBoot();
  return (
    <AntdProvider>
      <Feedback />
      {state === 'ready' && <Application />}
      {state === 'failed' && <BootFailed onRetry={retry} />}
      {state === 'loading' && <div className="k-boot" aria-busy="true" />}
    </AntdProvider>
  );
}
