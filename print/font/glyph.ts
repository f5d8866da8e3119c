import type { Face } from '../display.ts';

/** Units per em: both Noto families use 1,000. */
export const UNITS = 1000;

/** A simple glyph. Composites are resolved when the font is cut into pages; hints are removed. */
export type Glyph = {
  codePoint: number;
  advance: number;
  /** `glyf` bytes as TrueType stores a simple glyph (no instructions); empty for a space. */
  outline: Uint8Array;
};

/** Loaded glyphs. All pages that a document needs are loaded before layout, so drawing is synchronous. */
export interface Fonts {
  /** Null if no font has the character: a box is drawn and a warning is given. */
  glyph(face: Face, codePoint: number): Glyph | null;
}

/** Height above and depth below the baseline in thousandths of an em, used for both families. */
export const ASCENT = 880;
export const DESCENT = 240;
export const CAP_HEIGHT = 714;

/** Code points per page file. */
export const PAGE_SIZE = 128;
export const pageOf = (codePoint: number): number => Math.floor(codePoint / PAGE_SIZE);

/** Loads one page of a face: from `/fonts/<face>/<page>` in the browser, cut from the font files in Node. */
export type LoadPage = (face: Face, page: number) => Promise<Uint8Array>;
