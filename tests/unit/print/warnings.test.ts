import { expect, it } from 'vitest';
import { Layout } from '#contract/printing/layout';
import { loadFonts } from '#print/font/load';
import { layOut } from '#print/layout/lay-out';
import { WORDS } from '#print/texts/words';
import { loadPage } from '../../../server/modules/printing/fonts.ts';

const size = { width: 100, height: 60 };
const at = { x: 5, y: 5, w: 12, h: 4 };
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

async function warningsOf(layout: unknown, record: unknown) {
  const fonts = await loadFonts(loadPage, [LONG, 'Receiver Empfänger Pos SKU 0123456789… \u{1F4E6}']);
  return layOut(Layout.parse(layout), [record], { locales: ['de'], dpi: 203, fonts, words: WORDS }).warnings;
}

it('a text that was cut is told with the words above it', async () => {
  const text = { is: 'text', ...at, value: '{to.name1}', title: '{=to}', fit: 'cut' };
  expect(await warningsOf({ size, every: [text] }, { to: { name1: LONG } })).toEqual([
    { what: 'cutText', where: '{to.name1}', name: 'Empfänger', value: LONG },
  ]);
});

it('a character that no font has is told with its field', async () => {
  const text = { is: 'text', x: 5, y: 5, w: 80, h: 8, value: '{to.name1}', title: '{=to}' };
  expect(await warningsOf({ size, every: [text] }, { to: { name1: 'Müller \u{1F4E6} GmbH' } })).toEqual([
    { what: 'noGlyph', where: '{to.name1}', name: 'Empfänger', value: '\u{1F4E6}' },
  ]);
});

it('without words above it the field is named as the paper calls it', async () => {
  const text = { is: 'text', ...at, value: '{trackingNo}', fit: 'cut' };
  expect(await warningsOf({ size, every: [text] }, { trackingNo: LONG })).toMatchObject([{ name: 'Sendungsnummer' }]);
});

it('a code that cannot be written is told with its field, its row and the reason', async () => {
  const columns = [{ title: '{=sku}', value: '{ean}', code: { type: 'ean13', h: 8 } }];
  const body = { top: 5, topLater: 5, bottom: 5, left: 5, right: 5, blocks: [{ block: 'table', rows: 'lines', columns }] };
  const lines = [{ ean: '4006381333931' }, { ean: '4006381333932' }];
  expect(await warningsOf({ size, body }, { lines })).toEqual([
    { what: 'codeFault', where: '{ean}', name: 'SKU', row: 2, fault: 'checkDigit', value: '4006381333932' },
  ]);
});
