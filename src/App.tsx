import { keys, Refine, type ResourceProps, useIsAuthenticated } from '@refinedev/core';
import { useEffect, useMemo, useRef } from 'react';
import { BrowserRouter, Navigate, useLocation } from 'react-router';
import { allows, routeAllowed } from '#contract/core/access';
import { AntdProvider, loadWords } from './layout/AntdProvider.tsx';
import { loadBootTexts, useBoot } from './layout/boot.ts';
import { Feedback } from './layout/Feedback.tsx';
import { LiveHost } from './layout/LiveHost.tsx';
import { Page, preloadLists, preloadParts } from './layout/Page.tsx';
import { Shell } from './layout/Shell.tsx';
import { BootFailed } from './pages/BootFailed.tsx';
import { accessProvider, mayOpenRoute } from './providers/access.ts';
import { auditLogProvider } from './providers/audit-log.ts';
import { authProvider } from './providers/auth.ts';
import { dataProvider } from './providers/data.ts';
import { formatNumber } from './providers/format.ts';
import { currentLocale, useLocale, useT } from './providers/i18n.ts';
import { useI18nProvider } from './providers/i18n-provider.ts';
import { liveProvider } from './providers/live.ts';
import { notificationProvider } from './providers/notification.ts';
import { aliasedPage, safePath } from './providers/paths.ts';
import { queryClient } from './providers/query-client.ts';
import { resourcesOf } from './providers/resources.ts';
import { routerProvider } from './providers/router.ts';
import { type AppRoute, matchRoute, registerRoutes } from './providers/routes.ts';
import { runWhenLoaded } from './providers/run-when-loaded.ts';
import { isAdmin, useUserStore } from './providers/user.ts';
import { AREAS } from './resources/index.ts';
import { isStationPath } from './scan/paths.ts';

registerRoutes(AREAS);

const OPTIONS = {
  disableTelemetry: true,
  warnWhenUnsavedChanges: false,
  syncWithLocation: false,
  mutationMode: 'pessimistic',
  liveMode: 'auto',
  disableRouteChangeHandler: true,
  overtime: { enabled: false, interval: 1000 },
  reactQuery: { clientConfig: queryClient },
} as const;

/** Paths that only lead elsewhere (specification, point 2). */
function leadsTo(path: string, search: string, hash: string): string | null {
  if (path === '/') return '/home';
  if (path === '/login' || path === '/clear') return '/';
  if (path.startsWith('/redirect/')) return safePath(`${path.slice('/redirect'.length)}${search}${hash}`);
  const page = aliasedPage(path);
  return page === null ? null : `${page}${search}${hash}`;
}

function Screens() {
  const { pathname, search, hash } = useLocation();
  const { data: session } = useIsAuthenticated();
  const user = useUserStore((state) => state.user);
  const permitted = useUserStore((state) => state.routes);
  const pending = useUserStore((state) => state.routesPending);
  // The session has ended: the login is about to take the place of everything here (src/main.tsx).
  if (session?.authenticated === false) return null;
  const elsewhere = leadsTo(pathname, search, hash);
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  const match = matchRoute(pathname);
  if (!match) return <Navigate to="/login" replace />;
  const { route } = match;
  if (route.redirect) return <Navigate to={`${route.redirect}${search}`} replace />;
  const open = pending || mayOpenRoute(route, permitted, isAdmin(user)) || routeAllowed([], route.path);
  if (!open) return <Navigate to="/401" replace />;
  return route.bare ? <Page match={match} /> : <Shell />;
}

const startScanning = (): void =>
  void import('./scan/start.ts').then(
    (scan) => scan.startScanning(),
    () => undefined,
  );

/**
 * Scans of yesterday are sent whoever works here today, on whatever screen, and the engine of lists is at hand before somebody opens the first
 * one. A station scans at once and opens no list: there nothing may begin later, between two keys of a scanner.
 */
function useRest(): void {
  useEffect(function useTheRest() {
    if (!isStationPath(window.location.pathname))
      return runWhenLoaded(() => {
        startScanning();
        preloadLists();
      });
    startScanning();
    return undefined;
  }, []);
}

/** The server tells titles of rows in the language of the page: after a change of it, what is on screen is read again. */
function useTitles(): void {
  const locale = useLocale();
  const told = useRef(locale);
  useEffect(
    function readTitlesAgain() {
      if (told.current === locale) return;
      told.current = locale;
      void queryClient.invalidateQueries({ queryKey: ['data'] });
    },
    [locale],
  );
}

/** While somebody types their password: all that the first screens are drawn with. `path` is where the login leads. */
export function prepare(path: string): void {
  Promise.all([loadWords(currentLocale()), loadBootTexts()]).catch(() => undefined);
  preloadParts(leadsTo(path, '', '') ?? path);
  preloadLists();
  // The first number that a browser writes takes a slow one a twelfth of a second.
  formatNumber(0);
}

/** Resources follow the language and what the reader may open. */
function useResources(): ResourceProps[] {
  const t = useT();
  const admin = useUserStore((state) => isAdmin(state.user));
  const permitted = useUserStore((state) => state.routes);
  const privileges = useUserStore((state) => state.privileges);
  return useMemo(() => {
    const mayOpen = (route: AppRoute): boolean => mayOpenRoute(route, permitted, admin);
    return resourcesOf(AREAS, { mayOpen, allowed: (privilege) => allows(privileges, privilege), t });
  }, [t, admin, permitted, privileges]);
}

/** What refine knows of the reader is asked anew when their profile, or the account they act as, changes. */
function useIdentityNews(): void {
  const user = useUserStore((state) => state.user);
  useEffect(
    function readIdentityAgain() {
      if (user) void queryClient.invalidateQueries({ queryKey: keys().auth().action('identity').get() });
    },
    [user],
  );
}

function Application() {
  useRest();
  useTitles();
  useIdentityNews();
  const i18nProvider = useI18nProvider();
  const resources = useResources();
  return (
    // A visit is what somebody waits for: drawn at once, and not piece by piece beside other work.
    <BrowserRouter useTransitions={false}>
      <Refine
        dataProvider={dataProvider}
        authProvider={authProvider}
        accessControlProvider={accessProvider}
        auditLogProvider={auditLogProvider}
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
