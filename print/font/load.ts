import { FACES, type Face } from '../display.ts';
import { type Fonts, type Glyph, type LoadPage, pageOf, UNITS } from './glyph.ts';
import { readPage } from './page.ts';

type PageGlyphs = ReadonlyMap<number, Glyph>;

/** Advance of the box that stands for a missing character, thousandths of an em. */
export const BOX_ADVANCE = 600;
/** What a layout writes by itself where a text is cut. */
const ALWAYS = [0, 0x2026];
/** About 20 MB when all of them are Chinese: every page of one Chinese text in both faces, and more. */
const KEPT_PAGES = 512;

/** Pages by who loads them, the most recently used last. A promise stands for a load under way, so that two callers share it. */
const kept = new WeakMap<LoadPage, Map<string, Promise<PageGlyphs>>>();

function pageFrom(load: LoadPage, face: Face, page: number): Promise<PageGlyphs> {
  const pages = kept.get(load) ?? new Map<string, Promise<PageGlyphs>>();
  kept.set(load, pages);
  const key = `${face}/${page}`;
  const glyphs = pages.get(key) ?? load(face, page).then(readPage);
  pages.delete(key);
  pages.set(key, glyphs);
  // A load that failed is tried again by the next one who asks.
  glyphs.catch(() => {
    if (pages.get(key) === glyphs) pages.delete(key);
  });
  for (const oldest of pages.keys()) {
    if (pages.size <= KEPT_PAGES) break;
    pages.delete(oldest);
  }
  return glyphs;
}

/** The characters of a text as drawn and measured: letters with their accents joined, as the fonts have them. */
export function codePointsOf(text: string): number[] {
  const points: number[] = [];
  for (const character of text.normalize('NFC')) points.push(character.codePointAt(0) ?? 0);
  return points;
}

/**
 * Loads what these texts need, in both faces; ASCII and the ellipsis always. Pages are kept between calls. Rejects when a page
 * cannot be loaded. The answer throws when asked for a character of a page that no text called for: that is a fault of the caller,
 * which would else be printed as a box.
 */
export async function loadFonts(load: LoadPage, texts: Iterable<string>): Promise<Fonts> {
  const numbers = new Set(ALWAYS.map(pageOf));
  for (const text of texts) {
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

/** Width in mm at `size` mm an em; a missing character counts as its box. */
export function textWidth(fonts: Fonts, face: Face, text: string, size: number): number {
  let units = 0;
  for (const codePoint of codePointsOf(text)) units += fonts.glyph(face, codePoint)?.advance ?? BOX_ADVANCE;
  return (units * size) / UNITS;
}
