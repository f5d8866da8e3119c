import { deflateSync, inflateSync } from 'fflate';
import { joinBytes, viewOf } from './bytes.ts';
import { type Glyph, PAGE_SIZE, pageOf } from './glyph.ts';
import type { Sfnt } from './sfnt.ts';

/** Part of a page's address (`?v=`), because pages are cached for a long time. Increase it when the format or a font file changes. */
export const PAGE_VERSION = 1;
/** The last page of Unicode. */
export const LAST_PAGE = pageOf(0x10ffff);

/** Header length: 'F', version, 1 if the content is deflated, and the page number (two bytes). */
const HEAD = 5;
/** Entry header length: position in the page, advance, length of the outline. */
const ENTRY = 5;
const MAGIC = 0x46;
/** Maximum size of an unpacked page: 128 outlines of 64 kB. */
const LARGEST = PAGE_SIZE * (ENTRY + 0xffff);

/**
 * Cuts a page of 128 code points from Noto Sans, or Noto Sans SC for characters that Noto Sans lacks. Characters in neither are omitted.
 */
export function cutPage(latin: Sfnt, sc: Sfnt, page: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let place = 0; place < PAGE_SIZE; place += 1) {
    const codePoint = page * PAGE_SIZE + place;
    const font = latin.glyphOf(codePoint) === 0 ? sc : latin;
    const glyph = font.glyphOf(codePoint);
    if (glyph === 0) continue;
    const outline = font.outlineOf(glyph);
    const advance = font.advanceOf(glyph);
    parts.push(Uint8Array.of(place, advance >> 8, advance & 255, outline.length >> 8, outline.length & 255), outline);
  }
  const plain = joinBytes(parts);
  const small = deflateSync(plain, { level: 9 });
  const pays = small.length < plain.length;
  return joinBytes([Uint8Array.of(MAGIC, PAGE_VERSION, pays ? 1 : 0, page >> 8, page & 255), pays ? small : plain]);
}

/** Glyphs of a page by code point. Throws if the bytes are not a page of this version. */
export function readPage(bytes: Uint8Array): ReadonlyMap<number, Glyph> {
  const [magic, version, deflated, high = 0, low = 0] = bytes;
  if (bytes.length < HEAD || magic !== MAGIC || version !== PAGE_VERSION) throw new Error('not a font page of this version');
  const body = bytes.subarray(HEAD);
  const plain = deflated ? inflateSync(body) : body;
  if (plain.length > LARGEST) throw new Error('a font page larger than any');
  const view = viewOf(plain);
  const glyphs = new Map<number, Glyph>();
  for (let at = 0; at < plain.length; ) {
    const codePoint = (high * 256 + low) * PAGE_SIZE + view.getUint8(at);
    const end = at + ENTRY + view.getUint16(at + 3);
    glyphs.set(codePoint, { codePoint, advance: view.getUint16(at + 1), outline: plain.subarray(at + ENTRY, end) });
    at = end;
  }
  return glyphs;
}
