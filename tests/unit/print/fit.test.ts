import { beforeAll, describe, expect, it } from 'vitest';
import type { Fonts } from '#print/font/glyph';
import { loadFonts, textWidth } from '#print/font/load';
import { fitText, LEADING, MM_A_POINT, measureText } from '#print/layout/fit';
import { loadPage } from '../../../server/modules/printing/fonts.ts';

const LONG_DE = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik und Söhne GmbH & Co. KG, Versandabteilung Süd-Südwest';
const LONG_CN = '深圳市宝安区福永街道凤凰社区兴围第三工业区A栋五楼国际物流供应链管理有限公司（出口部），收货人：王小明。';
const SERIAL = 'SN0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
let fonts: Fonts;
beforeAll(async () => {
  fonts = await loadFonts(loadPage, [LONG_DE, LONG_CN, SERIAL]);
});
const asked = { size: 10, least: 5, width: 60, height: 12 };
const width = (line: string, size: number): number => textWidth(fonts, 'regular', line.trimEnd(), size * MM_A_POINT);

describe('a text in its box', () => {
  it.each([LONG_DE, LONG_CN, SERIAL, `${LONG_DE} ${LONG_CN}`])(
    'is wrapped, made smaller, and never wider or higher than the box: %s',
    (text) => {
      const { lines, size, cut } = fitText(fonts, 'regular', text, { ...asked, fit: 'wrap' });
      expect(cut).toBe(false);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      for (const line of lines) expect(width(line, size)).toBeLessThanOrEqual(60.01);
      expect(lines.length * size * MM_A_POINT * LEADING).toBeLessThanOrEqual(12 + size * MM_A_POINT * 0.2 * LEADING);
    },
  );

  it('keeps its size where there is room', () => {
    expect(fitText(fonts, 'regular', 'Hamburg', { ...asked, fit: 'shrink' })).toEqual({ lines: ['Hamburg'], size: 10, cut: false });
  });

  it('ends in an ellipsis, and says so, when even the smallest size is too much', () => {
    for (const fit of ['shrink', 'wrap', 'cut'] as const) {
      const { lines, size, cut } = fitText(fonts, 'regular', LONG_DE.repeat(5), { ...asked, height: 4, fit });
      expect(cut).toBe(true);
      expect(lines.at(-1)).toMatch(/…$/);
      for (const line of lines) expect(width(line, size)).toBeLessThanOrEqual(60.01);
    }
  });

  it('ends no line with an opening bracket, however narrow it is', () => {
    for (let room = 20; room <= 60; room += 1) {
      const { lines } = measureText(fonts, 'regular', LONG_CN, 10, room);
      expect(lines.join('')).toBe(LONG_CN);
      for (const line of lines) expect(line).not.toMatch(/（$/);
    }
  });

  it('begins no Chinese line with a closing mark', () => {
    for (let wide = 20; wide < 60; wide += 1)
      for (const line of measureText(fonts, 'regular', LONG_CN, 9, wide).lines) expect(line).not.toMatch(/^[，。：）]/);
  });
});
