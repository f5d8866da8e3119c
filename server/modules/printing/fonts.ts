import { openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { FACES, type Face } from '#print/display';
import type { LoadPage } from '#print/font/glyph';
import { cutPage, LAST_PAGE, PAGE_VERSION } from '#print/font/page';
import { openSfnt, type Sfnt } from '#print/font/sfnt';
import { DomainError } from '../../core/http/errors.ts';

/** Resolved at run time, in the sources and in the bundled server alike. The 22 MB of fonts stay in node_modules. */
const require = createRequire(import.meta.url);
const FILES: Record<Face, () => [latin: string, sc: string]> = {
  regular: () => [
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  ],
  bold: () => [
    require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
    require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  ],
};
/** Cached font pages; Chinese ones take about 30 kB each. */
const KEPT_PAGES = 256;

/** Opens a font file and keeps it open. Its tables (300 kB) are read once, outlines when a page is cut. */
function openFile(path: string): Sfnt {
  const file = openSync(path, 'r');
  return openSfnt((at, length) => {
    const bytes = new Uint8Array(length);
    if (readSync(file, bytes, 0, length, at) < length) throw new Error(`${path} ends too early`);
    return bytes;
  });
}

const open = new Map<Face, [latin: Sfnt, sc: Sfnt]>();
const fontsOf = (face: Face): [Sfnt, Sfnt] => {
  const fonts = open.get(face) ?? (FILES[face]().map(openFile) as [Sfnt, Sfnt]);
  open.set(face, fonts);
  return fonts;
};

const pages = new Map<string, Uint8Array>();

/** The page that is cut at the moment. */
let cutting: Promise<unknown> = Promise.resolve();

/**
 * A page of a face; the most recently used pages are cached. Cutting takes a few milliseconds, and a Chinese document needs a hundred pages:
 * they are cut one by one, so that scans and calls are answered in between.
 */
async function pageBytes(face: Face, page: number): Promise<Uint8Array> {
  const key = `${face}/${page}`;
  if (!pages.has(key)) await (cutting = cutting.then(() => nextTurn()));
  const bytes = pages.get(key) ?? cutPage(...fontsOf(face), page);
  pages.delete(key);
  pages.set(key, bytes);
  const [oldest] = pages.keys();
  if (pages.size > KEPT_PAGES && oldest !== undefined) pages.delete(oldest);
  return bytes;
}

/** Loads font pages on the server, for `loadFonts`. One function for all callers, so that they share the cache. */
export const loadPage: LoadPage = pageBytes;

const isFace = (text: string): text is Face => FACES.some((face) => face === text);

/**
 * `GET /fonts/:face/:page?v=`: glyphs of 128 code points, for printing in the browser. Fonts are public, so no session is required. With
 * the current version in the address, a page can be cached for a year, otherwise for minutes.
 */
export function fontRoutes(app: FastifyInstance): void {
  app.get<{ Params: { face: string; page: string }; Querystring: { v?: string } }>('/fonts/:face/:page', async (request, reply) => {
    const { face, page } = request.params;
    if (!isFace(face) || !/^\d{1,4}$/.test(page) || Number(page) > LAST_PAGE) throw new DomainError('NotFound');
    const current = request.query.v === String(PAGE_VERSION);
    return reply
      .type('application/octet-stream')
      .header('cache-control', current ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      .send(await pageBytes(face, Number(page)));
  });
}
