import { keys, Refine, type ResourceProps, useIsAuthenticated } from '@refinedev/core';
import { memo, useEffect, useMemo, useRef } from 'react';
import { Navigate } from 'react-router';
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
import { watchUncaughtErrors } from './providers/error-log.ts';
import { formatNumber } from './providers/format.ts';
import { currentLocale, useLocale, useT } from './providers/i18n.ts';
import { useI18nProvider } from './providers/i18n-provider.ts';
import { liveProvider } from './providers/live.ts';
import { notificationProvider } from './providers/notification.ts';
import { aliasedPage, isPublicPage, safePath } from './providers/paths.ts';
import { queryClient } from './providers/query-client.ts';
import { resourcesOf } from './providers/resources.ts';
import { routerProvider } from './providers/router.ts';
import { type AppRoute, matchRoute, registerRoutes } from './providers/routes.ts';
import { runWhenLoaded } from './providers/run-when-loaded.ts';
import { AtPlace, SteadyRouter, usePlace } from './providers/steady-router.tsx';
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

/** Redirects of paths that have no screen (specification, point 2). */
function leadsTo(path: string, search: string, hash: string): string | null {
  if (path === '/') return '/home';
  if (path === '/login' || path === '/clear') return '/';
  if (path.startsWith('/redirect/')) return safePath(`${path.slice('/redirect'.length)}${search}${hash}`);
  const page = aliasedPage(path);
  return page === null ? null : `${page}${search}${hash}`;
}

function Screens() {
  const { pathname, search, hash } = usePlace().location;
  const { data: session } = useIsAuthenticated();
  const user = useUserStore((state) => state.user);
  const permitted = useUserStore((state) => state.routes);
  const pending = useUserStore((state) => state.routesPending);
  // The session has ended. The login is about to replace this tree (src/main.tsx), unless the page is public.
  if (session?.authenticated === false && !isPublicPage(pathname)) return null;
  const elsewhere = leadsTo(pathname, search, hash);
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  const match = matchRoute(pathname);
  if (!match) return <Navigate to="/login" replace />;
  const { route } = match;
  if (route.redirect) return <Navigate to={`${route.redirect}${search}`} replace />;
  const open = pending || mayOpenRoute(route, permitted, isAdmin(user)) || routeAllowed([], route.path);
  if (!open) return <Navigate to="/401" replace />;
  if (!route.bare) return <Shell />;
  return (
    <AtPlace>
      <Page match={match} />
    </AtPlace>
  );
}

const startScanning = (): void =>
  void import('./scan/start.ts').then(
    (scan) => scan.startScanning(),
    () => undefined,
  );

/**
 * Starts background work once the screen is complete: sends queued scans of any user and preloads the list engine. At a station only the
 * queue is started, and at once, so that nothing begins later between two keys of a scanner.
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

/** Reads the data on screen again after a change of language, because the server returns titles of rows in the page's language. */
function useTitles(): void {
  const locale = useLocale();
  const shown = useRef(locale);
  useEffect(
    function readTitlesAgain() {
      if (shown.current === locale) return;
      shown.current = locale;
      void queryClient.invalidateQueries({ queryKey: ['data'] });
    },
    [locale],
  );
}

/** Called while the user types the password: loads everything for the first screens. `path` is the page after the login. */
export function prepare(path: string): void {
  Promise.all([loadWords(currentLocale()), loadBootTexts()]).catch(() => undefined);
  preloadParts(leadsTo(path, '', '') ?? path);
  preloadLists();
  // The first number that a browser formats takes 80 ms on a slow device, so this is done early.
  formatNumber(0);
}

/** Resources depend on the language and on what the user may open. */
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

/** Refreshes refine's identity when the user's profile, or the account they act as, changes. */
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
  useEffect(watchUncaughtErrors, []);
  useRest();
  useTitles();
  useIdentityNews();
  const i18nProvider = useI18nProvider();
  const resources = useResources();
  return (
    <SteadyRouter>
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
        <AtPlace>
          <LiveHost />
        </AtPlace>
        <Screens />
      </Refine>
    </SteadyRouter>
  );
}

/**
 * The application after the login: providers, then the screen of the URL. Memoised, because the root renders at each step back or forward,
 * and new provider values would render every kept view.
 */
export const App = memo(function App() {
  const { state, retry } = useBoot();
  return (
    <AntdProvider>
      <Feedback />
      {state === 'ready' && <Application />}
      {state === 'failed' && <BootFailed onRetry={retry} />}
      {state === 'loading' && <div className="k-boot" aria-busy="true" />}
    </AntdProvider>
  );
});
