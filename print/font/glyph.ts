import type { Face } from '../display.ts';

/** Thousandths of an em: both Noto families are drawn on 1,000 units. */
export const UNITS = 1000;

/** A simple glyph: composites are resolved when the font is cut into pages, hints are left out. */
export type Glyph = {
  codePoint: number;
  advance: number;
  /** `glyf` bytes as TrueType stores a simple glyph (no instructions); empty for a space. */
  outline: Uint8Array;
};

/** Glyphs at hand: the pages that a document needs are loaded before it is laid out, so drawing never waits. */
export interface Fonts {
  /** Null when no font has the character: a box is drawn and a warning given. */
  glyph(face: Face, codePoint: number): Glyph | null;
}

/** Height over and depth under the baseline, thousandths of an em, for both families alike. */
export const ASCENT = 880;
export const DESCENT = 240;
export const CAP_HEIGHT = 714;

/** Code points a page file. */
export const PAGE_SIZE = 128;
export const pageOf = (codePoint: number): number => Math.floor(codePoint / PAGE_SIZE);

/** Fetches one page of a face: `/fonts/<face>/<page>` in the browser, cut from the font files in Node. */
export type LoadPage = (face: Face, page: number) => Promise<Uint8Array>;
