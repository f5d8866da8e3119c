import { describe, expect, it } from 'vitest';
import type { Locale } from '#contract/core/limits';
import { Layout, type LayoutInput } from '#contract/printing/layout';
import type { Op, Page } from '#print/display';
import type { Fonts } from '#print/font/glyph';
import { textWidth } from '#print/font/load';
import { LABEL_LAYOUTS, LABEL_VARIANTS } from '#print/layouts/labels/labels';
import { render } from '#print/render';
import { loadPage } from '../../../server/modules/printing/fonts.ts';
import { LABEL_NAMES, type LabelName, samples } from './data.ts';
import { drawnOf } from './measure.ts';

type Area = { what: string; x: number; y: number; w: number; h: number };
/** Letters reach this far over and under the baseline, in ems; accents on capitals and tails may touch the line beside. */
const [OVER, UNDER] = [0.72, 0.18];

const textArea = (op: Extract<Op, { op: 'text' }>, fonts: Fonts): Area => ({
  what: op.text,
  x: op.x,
  y: op.y - OVER * op.size,
  w: textWidth(fonts, op.face, op.text, op.size),
  h: (OVER + UNDER) * op.size,
});

/** A code with its quiet zones; the digits of EAN and UPC stand beside the guards, below the other bars. */
function codeArea(op: Extract<Op, { op: 'bars' }>, dpi: number): Area {
  const code = drawnOf(op, dpi);
  const quiet = code.kind === 'bars' ? 7 * code.module : code.module;
  const h = code.kind === 'bars' ? Math.min(...code.rects.map((rect) => rect[3]!).filter((high) => high > 20)) : code.h;
  const mm = (dots: number): number => (dots * 25.4) / dpi;
  return { what: `code ${op.says}`, x: mm(code.x - quiet), y: mm(code.y), w: mm(code.w + 2 * quiet), h: mm(h) };
}
const meet = (a: Area, b: Area, slack = 0.05): boolean =>
  a.x + a.w > b.x + slack && b.x + b.w > a.x + slack && a.y + a.h > b.y + slack && b.y + b.h > a.y + slack;
const within = (a: Area, b: Area): boolean =>
  a.x >= b.x - 0.05 && a.y >= b.y - 0.05 && a.x + a.w <= b.x + b.w + 0.05 && a.y + a.h <= b.y + b.h + 0.05;

/** Texts and codes that leave the paper, lie on each other, or stand half on a black field. */
function clashes(page: Page, fonts: Fonts, dpi: number): string[] {
  const texts = page.ops.flatMap((op) => (op.op === 'text' ? [textArea(op, fonts)] : []));
  const codes = page.ops.flatMap((op) => (op.op === 'bars' ? [codeArea(op, dpi)] : []));
  const fields = page.ops.flatMap((op) => (op.op === 'box' && op.fill ? [{ ...op, what: 'field' }] : []));
  const paper = { what: 'paper', x: 0, y: 0, w: page.width, h: page.height };
  const all = [...texts, ...codes];
  const off = all.filter((area) => !within(area, paper)).map(({ what }) => `${what} leaves the paper`);
  const over = all.flatMap((a, i) => all.slice(i + 1).flatMap((b) => (meet(a, b) ? [`${a.what} lies on ${b.what}`] : [])));
  const half = fields.flatMap((field) =>
    all.filter((area) => meet(area, field) && !within(area, field)).map(({ what }) => `${what} stands half on black`),
  );
  return [...off, ...over, ...half];
}

const LOCALES: readonly Locale[][] = [['de', 'en'], ['cn'], ['en', 'cn'], ['de']];
const VARIANTS: [label: LabelName, size: string, layout: LayoutInput, dpi: number][] = [
  ...LABEL_NAMES.flatMap((label) =>
    [203, 300].map((dpi) => [label, 'own size', LABEL_LAYOUTS[label], dpi] as [LabelName, string, LayoutInput, number]),
  ),
  ...Object.entries(LABEL_VARIANTS).flatMap(([label, sizes]) =>
    Object.entries(sizes).map(
      ([size, layout]) => [label as LabelName, size, layout, label === 'itemLabel' ? 600 : 300] as [LabelName, string, LayoutInput, number],
    ),
  ),
];

describe('on every label', () => {
  it.each(VARIANTS)('%s in %s: no text or code leaves the paper or lies on another', async (label, _size, input, dpi) => {
    const layout = Layout.parse(input);
    const all = samples(label, 200);
    for (const [part, locales] of LOCALES.entries()) {
      const records = all.filter((_, i) => i % LOCALES.length === part);
      const { pages, warnings, fonts } = await render({ document: label, layout, records, locales, dpi }, loadPage);
      expect(warnings).toEqual([]);
      for (const page of pages) expect(clashes(page, fonts, dpi)).toEqual([]);
    }
  });

  it.each(LABEL_NAMES)('%s cuts words of absurd length and tells so; codes stay as they are', async (label) => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(6).trim();
    const lengthened = (value: unknown, key = ''): unknown => {
      if (Array.isArray(value)) return value.map((part) => lengthened(part, key));
      if (value !== null && typeof value === 'object')
        return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthened(part, name)]));
      return ['name', 'name1', 'name2', 'streetName', 'city', 'merchant', 'title', 'hint', 'words', 'service', 'reference'].includes(key)
        ? long
        : value;
    };
    const records = samples(label, 20).map((record) => lengthened(record));
    const { pages, warnings, fonts } = await render(
      { document: label, layout: Layout.parse(LABEL_LAYOUTS[label]), records, locales: ['de', 'en'], dpi: 203 },
      loadPage,
    );
    expect([...new Set(warnings.map(({ what }) => what))].filter((what) => what !== 'cutText')).toEqual([]);
    for (const page of pages) expect(clashes(page, fonts, 203)).toEqual([]);
  });

  it('data with nothing in them leave the paper empty instead of titles without values', async () => {
    for (const label of LABEL_NAMES) {
      const record = label === 'codeLabel' ? { type: 'code128' } : {};
      const { pages, warnings } = await render(
        { document: label, layout: Layout.parse(LABEL_LAYOUTS[label]), records: [record], locales: ['de'], dpi: 203 },
        loadPage,
      );
      expect(warnings, label).toEqual([]);
      expect(pages[0]?.ops.filter((op) => op.op === 'bars')).toEqual([]);
    }
  });
});
