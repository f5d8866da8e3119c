import { FACES, type Face } from '../display.ts';
import { type Fonts, type Glyph, type LoadPage, pageOf, UNITS } from './glyph.ts';
import { readPage } from './page.ts';

type PageGlyphs = ReadonlyMap<number, Glyph>;

/** Advance of the box drawn for a missing character, in thousandths of an em. */
export const BOX_ADVANCE = 600;
/** Code points that the layout engine itself needs: the box and the ellipsis. */
const ALWAYS = [0, 0x2026];
/** Texts whose characters are all on the page that is always loaded. */
const ASCII = /^[\n -~]*$/;
/** Number of cached pages, about 20 MB if all are Chinese. Enough for all pages of a Chinese text in both faces. */
const KEPT_PAGES = 512;

/** Cached pages by loader, most recently used last. Promises are cached, so that simultaneous callers share a load. */
const kept = new WeakMap<LoadPage, Map<string, Promise<PageGlyphs>>>();

function pageFrom(load: LoadPage, face: Face, page: number): Promise<PageGlyphs> {
  const pages = kept.get(load) ?? new Map<string, Promise<PageGlyphs>>();
  kept.set(load, pages);
  const key = `${face}/${page}`;
  const glyphs = pages.get(key) ?? load(face, page).then(readPage);
  pages.delete(key);
  pages.set(key, glyphs);
  // A failed load is removed from the cache, so that it is tried again.
  glyphs.catch(() => {
    if (pages.get(key) === glyphs) pages.delete(key);
  });
  for (const oldest of pages.keys()) {
    if (pages.size <= KEPT_PAGES) break;
    pages.delete(oldest);
  }
  return glyphs;
}

/** The code points of a text as drawn and measured: normalised (NFC), because the fonts contain composed letters. */
export function codePointsOf(text: string): number[] {
  const points: number[] = [];
  for (const character of text.normalize('NFC')) points.push(character.codePointAt(0) ?? 0);
  return points;
}

/**
 * Loads the pages that these texts need, in both faces; always includes ASCII and the ellipsis. Pages are cached between calls. Rejects if
 * a page cannot be loaded. The result throws for a character of a page that was not loaded: that is a bug of the caller, which would
 * otherwise be printed as a box.
 */
export async function loadFonts(load: LoadPage, texts: Iterable<string>): Promise<Fonts> {
  const numbers = new Set(ALWAYS.map(pageOf));
  for (const text of texts) {
    if (ASCII.test(text)) continue;
    for (const character of text) numbers.add(pageOf(character.codePointAt(0) ?? 0));
    for (const codePoint of codePointsOf(text)) numbers.add(pageOf(codePoint));
  }
  const faces = new Map(FACES.map((face) => [face, new Map<number, PageGlyphs>()]));
  await Promise.all(
    [...faces].flatMap(([face, pages]) =>
      [...numbers].map(async (page) => {
        pages.set(page, await pageFrom(load, face, page));
      }),
    ),
  );
  return {
    glyph(face, codePoint) {
      const page = faces.get(face)?.get(pageOf(codePoint));
      if (!page) throw new Error(`font page ${pageOf(codePoint)} was not loaded: its text was not given to loadFonts`);
      return page.get(codePoint) ?? null;
    },
  };
}

/** Width in mm at `size` mm per em. A missing character counts as its box. */
export function textWidth(fonts: Fonts, face: Face, text: string, size: number): number {
  let units = 0;
  for (const codePoint of codePointsOf(text)) units += fonts.glyph(face, codePoint)?.advance ?? BOX_ADVANCE;
  return (units * size) / UNITS;
}
