import { beforeAll, describe, expect, it } from 'vitest';
import { Layout } from '#contract/printing/layout';
import { LABEL_LAYOUTS } from '#print/layouts/labels/labels';
import { drawDots } from '#print/out/bitmap';
import { render } from '#print/render';
import { loadPage } from '../../../server/modules/printing/fonts.ts';
import { pixelsOfDots } from '../../support/pixels.ts';
import { LABEL_NAMES, type LabelName, samples } from './data.ts';
import { drawnOf, prepareReader, read } from './measure.ts';

/** As many characters as a field of an address takes, in words of eight letters. */
const long = (start: string, letter: string): string => (start + `${letter.repeat(8)} `.repeat(12)).slice(0, 100).trim();
const STREET = 'Am Alten Güterbahnhof hinter der Großmarkthalle 127b';

const draw = (label: LabelName, record: object, dpi = 203) =>
  render({ document: label, layout: Layout.parse(LABEL_LAYOUTS[label]), records: [record], locales: ['de'], dpi }, loadPage);

describe('a long address keeps its street and its town', () => {
  const addressed = LABEL_NAMES.filter((label) => 'to' in samples(label, 1)[0]!);

  it.each(addressed)('%s', async (label) => {
    for (const letter of ['n', 'W', '中']) {
      const address = {
        name1: long('A', letter),
        name2: long('B', letter),
        addition: long('C', letter),
        streetName: STREET.slice(0, -5),
        streetNumber: '127b',
        zip: '20097',
        city: 'Hamburg-Hammerbrook',
        country: 'DE',
        phone: '',
        email: '',
      };
      const plain = samples(label, 1)[0]!;
      const record = { ...plain, to: address, from: address };
      const { pages, warnings } = await draw(label, record);
      const said = pages[0]!.ops.flatMap((op) => (op.op === 'text' ? [op.text] : [])).join(' ');
      const times = label === 'boxLabel' ? 1 : 2;
      expect(said.replaceAll(' ', '').split(STREET.replaceAll(' ', ''))).toHaveLength(times + 1);
      expect(said.split('20097 Hamburg-Hammerbrook').length).toBeGreaterThan(times);
      // What did not fit of the names is told.
      expect(said.includes('…')).toBe(warnings.some(({ what, name }) => what === 'cutText' && /Empfänger|Absender/.test(name)));
    }
  });
});

describe('a number too long for bars that the printer can print', () => {
  beforeAll(prepareReader);
  const CODES: readonly [LabelName, string, object][] = [
    ['itemLabel', 'code', { codeType: 'code128', barcode: '' }],
    ['serialLabel', 'serial', {}],
    ['compartmentLabel', 'code', {}],
    ['boxLabel', 'code', {}],
    ['commandLabel', 'code', {}],
  ];

  it.each(CODES)('%s stands as a square that is read back, at 203, 300 and 600 dpi', async (label, field, more) => {
    for (const dpi of [203, 300, 600]) {
      const value = 'MX-4711-Abc-'.repeat(6).slice(0, 64);
      const { pages, warnings, fonts } = await draw(label, { ...samples(label, 1)[0], ...more, [field]: value }, dpi);
      expect(warnings.filter(({ what }) => what === 'codeTooWide')).toEqual([]);
      const codes = pages[0]!.ops.filter((op) => op.op === 'bars').filter(({ says }) => says === value);
      expect(codes.length).toBeGreaterThan(0);
      const page = pixelsOfDots(drawDots(pages[0]!, fonts, dpi));
      for (const op of codes) {
        const code = drawnOf(op, dpi);
        expect((code.module * 25.4) / dpi).toBeGreaterThanOrEqual(0.18);
        expect(await read(page, code, [code.kind === 'matrix' ? 'DataMatrix' : 'Code128'])).toBe(value);
      }
    }
  });
});
