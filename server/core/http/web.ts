import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LOCALES, type Locale } from '#contract/core/limits';
import { EMBEDDED_TEXTS, SENT_FILES, spokenOf } from '#contract/core/locale';
import type { Config } from '../config.ts';
import { LOCALES_FOLDER, WEB } from '../paths.ts';
import { readPages } from './pages.ts';

/** Placeholder in index.html for the nonce of each response (vite.config.ts, html.cspNonce). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

const policy = (nonce: string, config: Config): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // The print agent runs on the user's computer (specification, point 7).
    `connect-src 'self' ws: wss: http://localhost:9100 http://127.0.0.1:9100${config.CARRIER_GATE_URL ? ` ${new URL(config.CARRIER_GATE_URL).origin}` : ''}`,
    "worker-src 'self' blob:",
    // Printed documents are shown as PDF in the browser's own viewer, from memory.
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'`,
  ].join('; ');

/** The service worker is never cached, and may fetch what it stores. */
const WORKER = '/sw.js';
const WORKER_POLICY = "default-src 'self'";
/** The worker that renders documents fetches fonts, which its own headers must allow. */
const PRINT_WORKER = /^\/assets\/worker-[\w-]+\.js$/;
const PRINT_WORKER_POLICY = "default-src 'none'; connect-src 'self'";
/** The worker that reads camera pictures fetches and compiles the reader. The page itself may not compile WebAssembly. */
const DECODE_WORKER = /^\/assets\/decode-[\w-]+\.js$/;
const DECODE_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

function policyOf(url: string): string {
  if (url === WORKER) return WORKER_POLICY;
  if (DECODE_WORKER.test(url)) return DECODE_WORKER_POLICY;
  return PRINT_WORKER.test(url) ? PRINT_WORKER_POLICY : NOTHING;
}

const cachingOf = (path: string): string => {
  if (path.endsWith(WORKER)) return 'no-cache';
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
};

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=(self), serial=(self)',
  'x-frame-options': 'DENY',
};

/** Identifies the build by the hash of its entry file. */
export function readWebVersion(): string {
  const manifest = join(WEB, '.vite/manifest.json');
  if (!existsSync(manifest)) return 'dev';
  const entries = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string }>;
  return entries['index.html']?.file.replace(/^.*-([\w-]+)\.js$/, '$1') ?? 'dev';
}

/** The page for users of one language, with the texts of its first screen, which saves a request. */
function pageIn(page: string, locale: Locale): string {
  const files = SENT_FILES.map((name) => [name, JSON.parse(readFileSync(join(WEB, 'locales', locale, `${name}.json`), 'utf8'))] as const);
  const texts = { [locale]: Object.fromEntries(files) };
  const json = JSON.stringify(texts).replaceAll('<', String.raw`\u003c`);
  return page.replace('</body>', () => `<script type="application/json" id="${EMBEDDED_TEXTS}">${json}</script></body>`);
}

const localeOf = (request: FastifyRequest): Locale => spokenOf((request.headers['accept-language'] ?? '').split(',')) ?? 'en';

/**
 * The built browser files, by one route for each folder. The plugin's own routes, one for each of 2,000 files, take a tenth of a start. Only
 * files that the build left are sent.
 */
async function registerFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: WEB,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', cachingOf(path));
    },
  });
  const entries = readdirSync(WEB, { withFileTypes: true, recursive: true });
  const files = new Set(
    entries.flatMap((entry) => (entry.isFile() ? [relative(WEB, join(entry.parentPath, entry.name)).replaceAll('\\', '/')] : [])),
  );
  const places = new Set([...files].map((file) => file.replace(/\/.*/, '/*')).filter((place) => !place.startsWith('.')));
  for (const place of places)
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${place}`,
      schema: { hide: true },
      handler: ({ params }, reply) => {
        const file = place.replace('*', () => (params as { '*'?: string })['*'] ?? '');
        return files.has(file) ? reply.sendFile(file) : reply.callNotFound();
      },
    });
}

/** Headers of all responses, and the built browser files: hashed assets are cached for a year, the page itself is not cached. */
export async function registerWeb(app: FastifyInstance, config: Config): Promise<void> {
  app.addHook('onSend', async (request, reply) => {
    reply.headers(COMMON_HEADERS);
    // The log identifies a call by this id (reqId). Users can report it with a problem.
    reply.header('x-request-id', request.id);
    if (config.KONTOR_ORIGIN.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
    if (request.url.startsWith('/v0/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policyOf(request.url));
  });
  const index = join(WEB, 'index.html');
  const page = existsSync(index) ? readFileSync(index, 'utf8') : null;
  const pages = page === null ? null : new Map(LOCALES.map((locale) => [locale, pageIn(page, locale)]));
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const text = pages?.get(localeOf(request));
    if (text === undefined)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The browser part is not built. Run `npm start`, or `npm run dev` while developing.');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce, config))
      .header('vary', 'accept-language')
      .send(text.replaceAll(NONCE_PLACEHOLDER, nonce));
  };
  if (page !== null) await registerFiles(app);
  else await app.register(fastifyStatic, { root: LOCALES_FOLDER, prefix: '/locales/', index: false });
  const isPage = readPages();
  app.setNotFoundHandler({}, (request, reply) => {
    // A dot in the query (`/maske/edit?key=wms.item.list`) does not mark a file name.
    const [path = ''] = request.url.split('?');
    const wantsPage = request.method === 'GET' && !path.startsWith('/v0/') && !/\.\w{2,5}$/.test(path);
    if (wantsPage && isPage(path)) return sendPage(request, reply);
    // The application shows a message for an unknown address; programs read the status.
    if (wantsPage && request.headers.accept?.includes('text/html')) return sendPage(request, reply.code(404));
    return reply.code(404).send({ code: 'NotFound', data: null, error: 'no such path' });
  });
}
