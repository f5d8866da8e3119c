import { beforeAll, describe, expect, it } from 'vitest';
import { Layout } from '#contract/printing/layout';
import type { TextOp } from '#print/display';
import type { Fonts } from '#print/font/glyph';
import { loadFonts } from '#print/font/load';
import { layOut } from '#print/layout/lay-out';
import { COMMON } from '#print/texts/common';
import { loadPage } from '../../../server/modules/printing/fonts.ts';

const layout = Layout.parse({
  size: { width: 210, height: 297 },
  every: [{ is: 'text', x: 150, y: 285, w: 40, h: 5, value: 'p {page}/{pages}' }],
  first: [{ is: 'text', x: 20, y: 20, w: 80, h: 8, value: 'FIRST {no}' }],
  later: [{ is: 'text', x: 20, y: 10, w: 80, h: 8, value: 'LATER {no}' }],
  body: {
    left: 20,
    right: 15,
    top: 60,
    topLater: 25,
    bottom: 20,
    blocks: [
      {
        block: 'table',
        rows: 'lines',
        sums: '{=sum}',
        columns: [
          { title: '{=sku}', value: '{sku}', share: 2 },
          { title: '{=qty}', value: '{qty|number}', width: 25, align: 'right', sum: 'qty' },
        ],
      },
    ],
  },
});
let fonts: Fonts;
beforeAll(async () => {
  fonts = await loadFonts(loadPage, ['Übertrag', '德国', '—']);
});
const pagesOf = (count: number) => {
  const lines = Array.from({ length: count }, (_, i) => ({ sku: `S-${i}`, qty: (i * 7) % 13 }));
  const total = lines.reduce((sum, { qty }) => sum + qty, 0);
  const { pages, warnings } = layOut(layout, [{ no: 'A', lines }], { locales: ['en'], dpi: 600, fonts, words: COMMON });
  expect(warnings).toEqual([]);
  const texts = pages.map(({ ops }) => ops.filter((op): op is TextOp => op.op === 'text'));
  return { texts, total, lines };
};

describe('a table over pages', () => {
  it.each([0, 1, 50, 2000])('with %i lines has each line once, the head and a number on each page, and the true sum', (count) => {
    const { texts, total, lines } = pagesOf(count);
    const said = texts.map((page) => page.map(({ text }) => text));
    expect(said.flat().filter((text) => /^S-\d+$/.test(text))).toEqual(lines.map(({ sku }) => sku));
    said.forEach((page, i) => {
      expect(page).toContain('SKU');
      expect(page).toContain(`p ${i + 1}/${said.length}`);
      expect(page).toContain(i === 0 ? 'FIRST A' : 'LATER A');
    });
    if (count > 0) expect(said.at(-1)).toContain(total.toLocaleString('en'));
    else expect(said.flat()).toContain('Nothing here');
  });

  it('carries on the next page what the page before summed', () => {
    const { texts, lines } = pagesOf(2000);
    let at = 0;
    texts.slice(0, -1).forEach((page, i) => {
      at += page.filter(({ text }) => /^S-\d+$/.test(text)).length;
      const sum = lines
        .slice(0, at)
        .reduce((all, { qty }) => all + qty, 0)
        .toLocaleString('en');
      const carried = (on: TextOp[] | undefined) => {
        const row = on?.findIndex(({ text }) => text === 'Carried over') ?? -1;
        return on?.filter(({ y }) => Math.abs(y - (on[row]?.y ?? 0)) < 0.1).map(({ text }) => text);
      };
      expect(carried(page.toReversed())).toContain(sum);
      expect(carried(texts[i + 1])).toContain(sum);
    });
  });

  it('keeps everything between its margins', () => {
    const { texts } = pagesOf(2000);
    for (const page of texts)
      for (const { x, y, text } of page) if (!text.startsWith('p ')) expect(x >= 20 && x <= 195 && y > 10 && y < 277.5).toBe(true);
  });
});

describe('what a page may end and begin with', () => {
  const columns = [
    { title: '', value: '{sku}', below: '{serials}', share: 2 },
    { title: '', value: '{qty|number}', width: 25, align: 'right' as const, sum: 'qty' },
  ];
  const body = { left: 20, right: 15, top: 200, topLater: 25, bottom: 40, bottomLater: 10 };
  const textsOf = (table: object, record: object) => {
    const block = { block: 'table', rows: 'lines', columns, grid: 'none', ...table };
    const layoutOf = Layout.parse({ size: { width: 210, height: 297 }, body: { ...body, blocks: [block] } });
    const { pages } = layOut(layoutOf, [record], { locales: ['en'], dpi: 600, fonts, words: COMMON });
    return pages.map(({ ops }) => ops.filter((op): op is TextOp => op.op === 'text'));
  };
  const said = (pages: TextOp[][]) => pages.map((page) => page.map(({ text }) => text));

  it.each(Array.from({ length: 16 }, (_, i) => i + 2))(
    'a group of %i lines never leaves its name alone, and is named again overleaf',
    (count) => {
      const lines = Array.from({ length: count }, (_, i) => ({ sku: `S-${i}`, qty: 1, zone: i < count - 1 ? 'A' : 'B' }));
      const pages = said(textsOf({ groupBy: '{zone}', sums: '{=sum}' }, { lines }));
      for (const page of pages) {
        const rows = page.filter((text) => text !== 'Carried over' && !/^\d+$/.test(text));
        expect(rows.at(-1)).toMatch(/^S-|^Total/);
        expect(rows[0]).toMatch(/^[AB]$/);
      }
      expect(pages.flat().filter((text) => text.startsWith('S-'))).toHaveLength(count);
      expect(pages.at(-1)?.some((text) => text.startsWith('S-'))).toBe(true);
    },
  );

  it('a line with more serial numbers than a page holds goes on, and none is lost', () => {
    const serials = Array.from({ length: 3000 }, (_, i) => `SN${10_000 + i}`);
    const pages = textsOf({}, { lines: [{ sku: 'X', qty: 3000, serials }] });
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((page, i) => {
      for (const { y } of page) expect(y).toBeLessThan(297 - (i === 0 ? body.bottom : body.bottomLater));
    });
    expect(
      said(pages)
        .flat()
        .join(' ')
        .match(/SN\d{5}/g),
    ).toEqual(serials);
  });

  it('rows that a condition leaves out are neither shown nor summed', () => {
    const lines = [
      { sku: 'S-0', qty: 5, loaded: true },
      { sku: 'S-1', qty: 7, loaded: false },
    ];
    const table = { title: 'Missing', rowsWhen: { field: 'loaded', op: 'eq', value: false }, sums: '{=sum}' };
    expect(said(textsOf(table, { lines })).flat()).toEqual(['Missing', 'S-1', '7', 'Total', '7']);
  });
});
