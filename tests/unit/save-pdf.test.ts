import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import { type Block, cutAt, cutPages } from '../../src/core/pdf/cut-pages.ts';
import { describeFilters, fileName } from '../../src/core/pdf/describe-filters.ts';
import { wrapText } from '../../src/core/pdf/head.ts';
import type { Translate } from '../../src/providers/i18n.ts';

const ROOT = join(import.meta.dirname, '../..');
const rows = (count: number, height: number): Block[] =>
  Array.from({ length: count }, (_, i) => ({ top: i * height, bottom: (i + 1) * height }));
const still = (height: number, blocks: readonly Block[]) => ({ height: () => height, blocksAt: () => blocks });

describe('the pages of a saved screen', () => {
  it('end between rows, never through one', () => {
    expect(cutPages(still(1_000, rows(25, 40)), { first: 330, next: 390, most: 20 })).toEqual([320, 680, 1_000]);
  });

  it('are one where the content fits', () => {
    expect(cutPages(still(300, rows(3, 100)), { first: 300, next: 350, most: 20 })).toEqual([300]);
  });

  it('end above all of the parts that overlap each other', () => {
    const blocks = [
      { top: 60, bottom: 110 },
      { top: 40, bottom: 70 },
      { top: 0, bottom: 40 },
    ];
    expect(cutAt(0, 100, blocks)).toBe(40);
  });

  it('are full where every line would cut a part, and stop at the limit', () => {
    expect(cutPages(still(1_000, [{ top: 0, bottom: 1_000 }]), { first: 100, next: 100, most: 3 })).toEqual([100, 200, 300]);
  });

  it('show everything once and never more than there is room for', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 }), (heights) => {
        let end = 0;
        const blocks = heights.map((height) => ({ top: end, bottom: (end += height) }));
        const cuts = cutPages(still(end, blocks), { first: 100, next: 120, most: 1_000 });
        expect(cuts.at(-1)).toBe(end);
        for (const [at, cut] of cuts.entries()) {
          const used = cut - (cuts[at - 1] ?? 0);
          expect(used).toBeGreaterThan(0);
          expect(used).toBeLessThanOrEqual(at === 0 ? 100 : 120);
          expect(blocks.some(({ top, bottom }) => top < cut && bottom > cut)).toBe(false);
        }
      }),
    );
  });
});

const translator = (locale: string): Translate => {
  const { pdf } = JSON.parse(readFileSync(join(ROOT, `public/locales/${locale}/common.json`), 'utf8')) as { pdf: Record<string, string> };
  return (key, params = {}) => (pdf[key.replace('pdf.', '')] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]));
};

describe('the head of a saved screen', () => {
  const filtering = { conditions: [{ field: 'state', value: 'open' }], search: 'oak' };

  it('says by which filters and search its content was chosen', () => {
    const t = translator('en');
    expect(describeFilters(filtering, t)).toBe('Filtered: state is open; search: oak');
    expect(describeFilters({ search: 'oak' }, t)).toBe('Filtered: search: oak');
    expect(describeFilters({}, t)).toBe('Not filtered');
    expect(LOCALES.map((locale) => describeFilters(filtering, translator(locale)))).toContain('筛选条件：state为open；搜索：oak');
  });

  it('names the file by title and day, in every script', () => {
    expect(fileName('Stock balances', '2026-11-23')).toBe('stock-balances-2026-11-23.pdf');
    expect(fileName('Aufträge: Größe / Maß', '2026-11-23')).toBe('aufträge-größe-maß-2026-11-23.pdf');
    expect(fileName('仓库视图', '2026-11-23')).toBe('仓库视图-2026-11-23.pdf');
    expect(fileName('…', '2026-11-23')).toBe('2026-11-23.pdf');
  });

  it('breaks lines at spaces, and Chinese anywhere', () => {
    const fits = (line: string): boolean => line.length <= 8;
    expect(wrapText('one two three', fits)).toEqual(['one two', 'three']);
    expect(wrapText('仓库视图仓库视图仓库', fits)).toEqual(['仓库视图仓库视图', '仓库']);
    expect(wrapText('', fits)).toEqual([]);
  });
});

it('every drawing of the page has a size of its own, without which it is cut off in pictures of the screen', () => {
  const files = ['kontor.svg', ...readdirSync(join(ROOT, 'public/avatars')).map((name) => `avatars/${name}`)];
  for (const file of files) expect(readFileSync(join(ROOT, 'public', file), 'utf8'), file).toMatch(/^<svg [^>]*width="\d+" height="\d+"/);
});
