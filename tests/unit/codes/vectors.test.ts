import { describe, expect, it } from 'vitest';
import { GS } from '#contract/core/barcode/gs1';
import { CODE_TYPES, type CodeType } from '#contract/printing/codes';
import { code128 } from '#print/codes/code128';
import { datamatrixWords } from '#print/codes/datamatrix';
import { type CodeFault, encode } from '#print/codes/encode';
import { drawn, oracle, symbol } from './oracle.ts';

/** Values of Code 128 symbols, from the start character to the stop, by the bars that an independent encoder draws for each value. */
function valuesOf(widths: number[]): number[] {
  const sign = (value: number): string => `^${String(value).padStart(3, '0')}`;
  const bars = Array.from({ length: 106 }, (_, value) =>
    value < 103
      ? oracle('code128', sign(103) + sign(value), { raw: true }).slice(6, 12)
      : oracle('code128', sign(value), { raw: true }).slice(0, 6),
  );
  const groups = widths.join('').match(/2331112$|.{6}/g) ?? [];
  return groups.map((group) => (group === '2331112' ? 106 : bars.indexOf(group)));
}

describe('printed vectors of the standards', () => {
  it.each<[CodeType, string, string]>([
    [
      'gs1-128',
      '(00)095287654321012346',
      '211232 411131 212222 221213 213311 421112 121124 112331 213212 222122 312131 113321 221213 2331112',
    ],
    ['gs1-128', '(01)09501101530003', '211232 411131 222122 221213 231131 231212 222122 213131 212222 121223 122114 2331112'],
    ['ean13', '2112345678900', '111 2221 2221 2212 1141 1132 1321 11111 1114 1312 1213 3112 3211 3211 111'],
  ])('%s %s', (type, text, widths) => expect(drawn(type, text)).toBe(widths.replaceAll(' ', '')));

  it.each([
    [`${GS}90111${GS}912${GS}923`, [105, 102, 90, 11, 100, 17, 102, 25, 17, 18, 102, 25, 18, 19, 40, 106]],
    [`12${GS}345${GS}67${GS}8`, [105, 12, 102, 34, 100, 21, 102, 22, 23, 102, 24, 49, 106]],
    [`123${GS}4567`, [104, 17, 99, 23, 102, 45, 67, 84, 106]],
  ])('Code 128 values of %j', (text, values) => expect(valuesOf(code128(text, GS))).toEqual(values));

  it('GS1 DataMatrix begins with FNC1 and pairs of digits', () =>
    expect(datamatrixWords('01000123456789051718040121ABCDEFGHI', true)?.words.slice(0, 15)).toEqual([
      232, 131, 130, 131, 153, 175, 197, 219, 135, 147, 148, 134, 131, 151, 230,
    ]));
});

describe('a code and the text below it', () => {
  it.each<[CodeType, string, string]>([
    ['ean13', '211234567890', '2112345678900'],
    ['ean8', '7351353', '73513537'],
    ['upca', '01234500005', '012345000058'],
    ['itf14', '0952876543210', '09528765432108'],
    ['identcode', '56310243031', '56.310 243.031 3'],
    ['leitcode', '2134807501640', '21348.075.016.40 1'],
    ['gs1-128', '(10)AB(17)261231', '(10)AB(17)261231'],
    ['code128', 'A\tB', 'A B'],
    ['qr', 'Lager', 'Lager'],
  ])('%s %j', (type, text, below) => expect(symbol(type, text).text).toBe(below));

  it.each<[CodeType, string, CodeFault]>([
    ...CODE_TYPES.map((type): [CodeType, string, CodeFault] => [type, '', 'empty']),
    ['code128', 'Müller', 'characters'],
    ['code128', 'A'.repeat(1001), 'tooLong'],
    ['code39', 'abc', 'characters'],
    ['ean13', '21123456789x', 'characters'],
    ['ean13', '12345', 'length'],
    ['ean13', '2112345678901', 'checkDigit'],
    ['ean8', '73513538', 'checkDigit'],
    ['itf14', '09528765432109', 'checkDigit'],
    ['identcode', '563102430310', 'checkDigit'],
    ['leitcode', '21348075016400', 'checkDigit'],
    ['gs1-128', '(00)095287654321012345', 'checkDigit'],
    ['gs1-128', 'no brackets', 'gs1'],
    ['gs1-128', '(17)261301', 'gs1'],
    ['gs1-128', `(10)${'A'.repeat(20)}(21)${'B'.repeat(20)}(400)${'C'.repeat(20)}`, 'tooLong'],
    ['qr', 'ä'.repeat(2000), 'tooLong'],
    ['datamatrix', 'ä'.repeat(2000), 'tooLong'],
  ])('%s %j is refused: %s', (type, text, fault) => expect(encode(type, text)).toEqual({ ok: false, fault }));

  it('guards of EAN and UPC are bars, and reach down; ITF-14 asks for bearer bars', () => {
    for (const [type, text, count] of [
      ['ean13', '211234567890', 6],
      ['ean8', '7351353', 6],
      ['upca', '01234500005', 10],
    ] as const) {
      const made = symbol(type, text);
      expect(made.kind === 'bars' && made.long.length === count && made.long.every((at) => at % 2 === 0 && at < made.widths.length)).toBe(
        true,
      );
    }
    expect(symbol('itf14', '0952876543210')).toMatchObject({ bearer: true });
    expect(symbol('leitcode', '2134807501640')).toMatchObject({ bearer: false });
  });
});
