/**
 * The service worker. It stores the files that stations need, so that they open without a network. It never handles API calls: data comes
 * from the server or from the station's own store, which is labelled as such.
 */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Scope = {
  location: Location;
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((name: 'install' | 'activate', listener: (event: Extendable) => void) => void) &
    ((name: 'fetch', listener: (event: Fetching) => void) => void) &
    ((name: 'message', listener: (event: MessageEvent) => void) => void);
};

/** Inserted by the build (vite.config.ts): the build's name, its entry file, and every file a station may request. */
declare const __SHELL__: { version: string; entry: string; files: string[] };
const shell = __SHELL__;

const worker = globalThis as unknown as Scope;
const PREFIX = 'kontor-shell-';
const CACHE = PREFIX + shell.version;
const PAGE = '/';
/** Number of builds whose files are kept, so that a page that was not updated yet still finds its parts. */
const KEPT_BUILDS = 3;
/** Milliseconds after which a slow network counts as offline. */
const PATIENCE = 4_000;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: 'no-store' });
  // The page's nonce is in its text and in its policy header. Both are stored together, so they match.
  const text = await page.clone().text();
  if (!page.ok || !text.includes(shell.entry)) throw new Error('the server holds another build');
  await cache.addAll(shell.files);
  await cache.put(PAGE, page);
}

async function tidy(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(shells.slice(0, -(KEPT_BUILDS - 1)).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

const kept = async (): Promise<Response | undefined> => (await caches.open(CACHE)).match(PAGE);

async function openPage(request: Request): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PATIENCE);
  try {
    const answer = await fetch(request, { signal: limit.signal });
    // A proxy answers in place of a server that is down.
    return answer.status >= 500 ? ((await kept()) ?? answer) : answer;
  } catch {
    return (await kept()) ?? fetch(request);
  } finally {
    clearTimeout(timer);
  }
}

/** File names contain the build, so stored files are never stale. Texts of another build are better than none. */
async function openFile(request: Request): Promise<Response> {
  const own = await caches.match(request, { ignoreVary: true });
  if (own) return own;
  try {
    return await fetch(request);
  } catch (error) {
    const other = await caches.match(request, { ignoreVary: true, ignoreSearch: true });
    if (other) return other;
    throw error;
  }
}

const KEEPS = /^\/(assets|locales)\/|^\/kontor\.svg$/;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(tidy()));
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/v0/') || pathname.startsWith('/ws')) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (KEEPS.test(pathname)) event.respondWith(openFile(request));
});
