import { describe, expect, it } from 'vitest';
import { FACES, type Face } from '#print/display';
import { pageOf } from '#print/font/glyph';
import { loadFonts, textWidth } from '#print/font/load';
import { readPoints, traceOutline, writePoints } from '#print/font/outline';
import { readPage } from '#print/font/page';
import { openSfnt } from '#print/font/sfnt';
import { fingerprint } from '#print/out/fingerprint';
import { BOX, writeTrueType } from '#print/out/truetype';
import { loadPage } from '../../../server/modules/printing/fonts.ts';
import { CHINESE } from './pages.ts';
import { compositeFont } from './synthetic-font.ts';

const ALPHABETS = {
  'German and French': 'ÄÖÜäöüßẞàâçéèêëîïôûùÿœ€–„“',
  'Polish, Czech, Romanian, Hungarian': 'ĄĆĘŁŃÓŚŹŻąćęłńóśźżČĎĚŇŘŠŤŮŽčďěňřšťůžȘȚșțŐŰőű',
  Turkish: 'ĞİŞğış',
  Vietnamese: 'ẠẤẦẪẬắằẵặđơư',
  Cyrillic: 'АБВГДЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгджзийђћџљњ',
  Greek: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώ',
  'Chinese of every page': CHINESE,
  'Chinese punctuation': '，。：；！？（）【】《》、“”￥',
};

describe('fonts', () => {
  it.each(Object.entries(ALPHABETS))('have %s, in both faces, each letter with ink', async (_name, text) => {
    const fonts = await loadFonts(loadPage, [text]);
    for (const face of FACES)
      for (const letter of text) {
        const glyph = fonts.glyph(face, letter.codePointAt(0)!);
        expect(glyph?.outline.length, `${letter} ${face}`).toBeGreaterThan(10);
        expect(glyph?.advance, `${letter} ${face}`).toBeGreaterThan(0);
      }
  });

  it('take a letter from Noto Sans where it has it, and from Noto Sans SC where not', async () => {
    const fonts = await loadFonts(loadPage, ['A货']);
    expect([fonts.glyph('regular', 65)?.advance, fonts.glyph('regular', 0x8d27)?.advance]).toEqual([639, 1000]);
  });

  it('are cut into pages that stay what their address says: change PAGE_VERSION with these', async () => {
    const prints = await Promise.all([0, pageOf(0x4e2d)].map(async (page) => fingerprint([await loadPage('regular', page)])));
    expect(prints).toEqual(PAGE_PRINTS);
  });

  it('refuse a page of another version, and one that is none', async () => {
    const page = Uint8Array.from(await loadPage('regular', 0));
    page[1]! += 1;
    expect(() => readPage(page)).toThrow('not a font page');
    expect(() => readPage(new TextEncoder().encode('<!doctype html>'))).toThrow('not a font page');
  });

  it('resolve composites: nested, moved, halved and mirrored', () => {
    const font = openSfnt(compositeFont());
    const square = readPoints(font.outlineOf(font.glyphOf(0x41)));
    expect([square.xs, square.ys]).toEqual([
      [0, 0, 400, 400],
      [0, 400, 400, 0],
    ]);
    // B: A moved by (500, 100) beside A halved. C: B turned by a quarter and moved by (-10, 300).
    const pair = readPoints(font.outlineOf(font.glyphOf(0x42)));
    expect(pair.xs).toEqual([500, 500, 900, 900, 0, 0, 200, 200]);
    expect(pair.ys).toEqual([100, 500, 500, 100, 0, 200, 200, 0]);
    const turned = readPoints(font.outlineOf(font.glyphOf(0x43)));
    expect(turned.xs).toEqual(pair.ys.map((y) => -10 - y));
    expect(turned.ys).toEqual(pair.xs.map((x) => 300 + x));
    expect(turned.ends).toEqual([3, 7]);
  });

  it('write each outline again as it was read', async () => {
    for (const glyph of readPage(await loadPage('bold', pageOf(0x4e2d))).values())
      expect(writePoints(readPoints(glyph.outline))).toEqual(glyph.outline);
  });

  it('draw a contour of curve points only, as a full circle has it', () => {
    const steps: string[] = [];
    traceOutline(writePoints({ xs: [0, 0, 100, 100], ys: [0, 100, 100, 0], on: [false, false, false, false], ends: [3] }), {
      move: (x, y) => steps.push(`M${x},${y}`),
      line: (x, y) => steps.push(`L${x},${y}`),
      quad: (cx, cy, x, y) => steps.push(`Q${cx},${cy} ${x},${y}`),
      close: () => steps.push('Z'),
    });
    expect(steps.join('')).toBe('M50,0Q0,0 0,50Q0,100 50,100Q100,100 100,50Q100,0 50,0Z');
  });

  it('load each page once for all who ask at the same time, and try again after a failure', async () => {
    const asked: string[] = [];
    let broken = true;
    const load = async (face: Face, page: number): Promise<Uint8Array> => {
      asked.push(`${face}/${page}`);
      if (broken) throw new Error('offline');
      return loadPage(face, page);
    };
    await expect(loadFonts(load, ['A'])).rejects.toThrow('offline');
    broken = false;
    asked.length = 0;
    await Promise.all([loadFonts(load, ['Ab']), loadFonts(load, ['Cd']), loadFonts(load, [])]);
    await loadFonts(load, ['Ef']);
    expect(asked.sort()).toEqual(['bold/0', 'bold/64', 'regular/0', 'regular/64']);
  });

  it('say so when a text was forgotten, rather than print it as boxes', async () => {
    const fonts = await loadFonts(loadPage, ['A']);
    expect(() => fonts.glyph('regular', 0x8d27)).toThrow('was not loaded');
  });

  it('measure what they draw: a letter with a loose accent as one, a missing one as its box', async () => {
    const fonts = await loadFonts(loadPage, ['Müller', 'Mu\u0308ller', '货物\u{10fffd}']);
    expect(textWidth(fonts, 'regular', 'Mu\u0308ller', 4)).toBe(textWidth(fonts, 'regular', 'Müller', 4));
    expect(textWidth(fonts, 'regular', '\u{10fffd}', 10)).toBe(6);
    expect(textWidth(fonts, 'regular', '货物', 10)).toBe(20);
  });
});

describe('the font inside a PDF', () => {
  it('has every table that a reader needs, with right checksums and glyphs as they were', async () => {
    const fonts = await loadFonts(loadPage, ['Ağ货']);
    const glyphs = [BOX, ...[0x41, 0x11f, 0x8d27].map((point) => fonts.glyph('regular', point)!)];
    const file = writeTrueType(glyphs);
    const view = new DataView(file.buffer);
    const sum = (from: number, length: number): number => {
      let total = 0;
      for (let at = from; at < from + length; at += 4) total = (total + view.getUint32(at)) >>> 0;
      return total;
    };
    const tables = Array.from({ length: view.getUint16(4) }, (_, at) => 12 + 16 * at).map((at) => ({
      tag: Buffer.from(file.subarray(at, at + 4)).toString('latin1'),
      checksum: view.getUint32(at + 4),
      offset: view.getUint32(at + 8),
      length: view.getUint32(at + 12),
    }));
    expect(tables.map(({ tag }) => tag)).toEqual(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']);
    expect(sum(0, file.length)).toBe(0xb1b0afba);
    const head = tables.find(({ tag }) => tag === 'head')!;
    const adjustment = view.getUint32(head.offset + 8);
    for (const { tag, checksum, offset, length } of tables) {
      expect(offset % 4, tag).toBe(0);
      expect((sum(offset, (length + 3) & ~3) - (tag === 'head' ? adjustment : 0)) >>> 0, tag).toBe(checksum);
    }
    const at = (tag: string): number => tables.find((table) => table.tag === tag)!.offset;
    expect(view.getUint16(at('maxp') + 4)).toBe(4);
    for (const [number, glyph] of glyphs.entries()) {
      const from = at('glyf') + view.getUint32(at('loca') + 4 * number);
      expect(file.subarray(from, from + glyph.outline.length)).toEqual(glyph.outline);
      expect(view.getUint16(at('hmtx') + 4 * number)).toBe(glyph.advance);
    }
  });
});

/** Of Noto Sans 0.4.2 and Noto Sans SC 0.4.3 in version 1 of the page format. */
const PAGE_PRINTS = ['16485c609889edf1aac05d6a7ec74781', 'c46e538ef037c9ae2c31dd9fdee78b03'];
