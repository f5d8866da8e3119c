import { StrictMode, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import './layout/fonts.css';
import { applyTheme, useThemeOnDocument } from './layout/scheme.ts';
import { LoginApp } from './login/LoginApp.tsx';
import { LoadingBoundary, lazyPart, reloadOnce } from './providers/chunks.ts';
import { startI18n } from './providers/i18n.ts';
import { isLoginPage, isPublicPage, loginPath, safePath } from './providers/paths.ts';
import { getToken, onSessionChange } from './providers/session.ts';

const loadApp = () => import('./App.tsx');
const App = lazyPart(async () => (await loadApp()).App);

let preparing: Promise<void> | null = null;

/** Loads the application and the data for its first screens while the user types. */
const prefetchApp = (): void => {
  const wanted = new URLSearchParams(window.location.search).get('redirect');
  preparing ??= App.load()
    .then(loadApp)
    .then(({ prepare }) => prepare(safePath(wanted).replace(/[?#].*$/, '')))
    .catch(() => {
      preparing = null;
    });
};

window.addEventListener('vite:preloadError', (event) => {
  if (navigator.onLine && reloadOnce()) event.preventDefault();
});

const pathNow = (): string => (window.location.pathname.length > 1 ? window.location.pathname.replace(/\/+$/, '') : '/');

/** The redirect for a path, if any: to the login, or away from it. */
function correction(path: string, hasToken: boolean): string | null {
  if (path === '/auth-redirect') return `/login${window.location.search}`;
  if (!hasToken && !isPublicPage(path)) return loginPath(window.location);
  if (hasToken && path === '/login' && !new URLSearchParams(window.location.search).has('sso')) return '/';
  return null;
}

/**
 * Notifies of a changed token, also from another window of this browser. After sign-in it is deferred, so that the session's first calls
 * start before the application renders.
 */
function subscribeToken(listener: () => void): () => void {
  const stop = onSessionChange(() => void (getToken() === '' ? listener() : setTimeout(listener)));
  document.addEventListener('visibilitychange', listener);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', listener);
  };
}

/** One of two trees: the small login, or the application. */
function Root() {
  const token = useSyncExternalStore(subscribeToken, getToken);
  const [, setPath] = useState(pathNow);
  useThemeOnDocument();
  useEffect(function followHistory() {
    const follow = () => setPath(pathNow());
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = (to: string) => {
    window.history.pushState(null, '', to);
    setPath(pathNow());
  };
  const target = correction(pathNow(), token !== '');
  if (target !== null) window.history.replaceState(null, '', target);
  const path = pathNow();
  if (isLoginPage(path)) return <LoginApp path={path} onTyping={prefetchApp} go={go} />;
  return <Application key={token} />;
}

const Application = () => (
  <LoadingBoundary fallback={<div className="k-boot" aria-busy="true" />}>
    <App />
  </LoadingBoundary>
);

async function start(): Promise<void> {
  applyTheme();
  await startI18n('login');
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

void start();
