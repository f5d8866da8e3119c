import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dpdBarcode, identcode, leitcode, sscc } from '#contract/core/barcode/build';
import * as check from '#contract/core/barcode/check-digits';
import { parseGs1 } from '#contract/core/barcode/gs1';
import { gs1Association } from '#contract/core/barcode/gs1-association';
import { numberKinds } from '#contract/core/barcode/number-kinds';

const KINDS: Record<string, { is: (code: string) => boolean; valid: string; invalid: string }> = {
  sscc: { is: check.isSscc, valid: '095287654321012346', invalid: '095287654321012345 081201201212102125 95287654321012346' },
  gtin: {
    is: check.isGtin,
    valid: '09528765432108 2112345678900 4012345678901 012345000058 73513537 02345673',
    invalid: '09528765432109 2112345678901 012345000059 73513538 1234567890',
  },
  gln: { is: check.isGln, valid: '4012345678901', invalid: '4012345678902 09528765432108' },
  gsin: { is: check.isGsin, valid: '95287654321012346', invalid: '95287654321012347 4012345678901' },
  dhl20: { is: check.isDhl20, valid: '00340433836442636597', invalid: '00340433836442636598 10340433836442636597' },
  hermes: { is: check.isHermes, valid: '09133131530724', invalid: '09133131530725' },
  identcode: { is: check.isIdentcode, valid: '218025809066 563102430313 201298452277', invalid: '563102430310 56310243031' },
  leitcode: { is: check.isLeitcode, valid: '21348075016401', invalid: '21348075016400' },
  licencePlate: { is: check.isLicencePlate, valid: 'JJD1410302937991 JJD0099999999 JVGL0999999990', invalid: 'JJD12 JVGX0999999990' },
  airWaybill: {
    is: check.isAirWaybill,
    valid: '3318810025 73891051146 8487135506 1099255990 3821724944',
    invalid: '3318810010 3318810034',
  },
  dpd: {
    is: check.isDpd,
    valid: '09980000020033F 09980000020034D 01015026003653C 008182709980000020033350276C 008182709980000020045327276N',
    invalid: '09980000020033D',
  },
  ups: {
    is: check.isUps,
    valid: '1Z5R89390357567127 1Z879E930346834440 1Z410E7W0392751591 1Z8V92A70367203024 1ZXX3150YW44070023 1Z999AA10123456784',
    invalid: '1Z1111111111111111',
  },
  s10: { is: check.isS10, valid: 'RB123456785GB RB123456785US RB123456785CV RA473124829GB', invalid: 'RB123456786US' },
  container: { is: check.isContainer, valid: 'CSQU3054383 TASU1170000', invalid: 'CSQU3054384' },
  mod3736: { is: check.checks3736, valid: 'A12425GABC1234002M', invalid: 'A12425GABC1234002N' },
};

describe('numbers that carriers and GS1 publish', () => {
  it.each(Object.entries(KINDS))('%s', (_, { is, valid, invalid }) => {
    for (const code of valid.split(' ')) expect(is(code), code).toBe(true);
    for (const code of invalid.split(' ')) expect(is(code), code).toBe(false);
  });
});

/** The same rules worked out another way: by trying what the sum lacks, in big numbers, or by tables. */
const lacking = (sum: number): string => Array.from('0123456789').find((d) => (sum + Number(d)) % 10 === 0) ?? '';
const sumOf = (body: string, weight: (fromRight: number, fromLeft: number) => number): number => {
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum += Number(body[i]) * weight(body.length - i, i);
  return sum;
};
const slowly = {
  gs1: (body: string): string => lacking(sumOf(body, (right) => (right % 2 === 1 ? 3 : 1))),
  post: (body: string): string => lacking(sumOf(body, (_, left) => (left % 2 === 0 ? 4 : 9))),
  airWaybill: (body: string): string => String(BigInt(body) % 7n),
  /** ISO 7064 as its pure definition: the product is carried from character to character and must end at one. */
  mod3736: (body: string): string => {
    const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const product = Array.from(body).reduce((p, c) => (((p + signs.indexOf(c)) % 36 || 36) * 2) % 37, 36);
    return Array.from(signs).find((c) => (product + signs.indexOf(c)) % 36 === 1) ?? '';
  },
  ups: (body: string): string => {
    const values = {
      ...Object.fromEntries(Array.from('0123456789', (d) => [d, Number(d)])),
      ...Object.fromEntries(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (c, i) => [c, (i + 2) % 10])),
    };
    return lacking(Array.from(body).reduce((sum, c, i) => sum + (values[c] ?? 0) * (1 + (i % 2)), 0));
  },
  s10: (body: string): string => '50987654321'[sumOf(body, (_, left) => [8, 6, 4, 2, 3, 5, 9, 7][left] ?? 0) % 11] ?? '',
  container: (body: string): string => {
    const values = new Map<string, number>();
    for (let next = 10, i = 0; i < 26; i++, next++) {
      if (next % 11 === 0) next++;
      values.set('ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i] ?? '', next);
    }
    // Horner's way from the right end.
    const sum = Array.from(body)
      .toReversed()
      .reduce((rest, c) => rest * 2 + (values.get(c) ?? Number(c)), 0);
    return String((sum % 11) % 10);
  },
};

describe('check digits agree with a second way of working them out', () => {
  const around = (before: string, body: string, after: string) => ({ before, body: new RegExp(`^${body}$`), after });
  it.each<[string, (code: string) => boolean, (body: string) => string, { before: string; body: RegExp; after: string }]>([
    ['GTIN-8', check.isGtin, slowly.gs1, around('', '\\d{7}', '')],
    ['GTIN-12', check.isGtin, slowly.gs1, around('', '\\d{11}', '')],
    ['GTIN-13 and GLN', check.isGln, slowly.gs1, around('', '\\d{12}', '')],
    ['GTIN-14', check.isGtin, slowly.gs1, around('', '\\d{13}', '')],
    ['GSIN', check.isGsin, slowly.gs1, around('', '\\d{16}', '')],
    ['SSCC', check.isSscc, slowly.gs1, around('', '\\d{17}', '')],
    ['Identcode', check.isIdentcode, slowly.post, around('', '\\d{11}', '')],
    ['Leitcode', check.isLeitcode, slowly.post, around('', '\\d{13}', '')],
    ['air waybill', check.isAirWaybill, slowly.airWaybill, around('', '\\d{9,10}', '')],
    ['DPD number', check.isDpd, slowly.mod3736, around('', '\\d{14}', '')],
    ['DPD barcode', check.isDpd, slowly.mod3736, around('', '\\d{27}', '')],
    ['ISO 7064', check.checks3736, slowly.mod3736, around('', '[0-9A-Z]{1,20}', '')],
    ['UPS', check.isUps, slowly.ups, around('1Z', '[0-9A-Z]{15}', '')],
    ['S10', check.isS10, slowly.s10, around('RB', '\\d{8}', 'DE')],
    ['container', check.isContainer, slowly.container, around('', '[A-Z]{4}\\d{6}', '')],
  ])('%s: of all last characters only the right one is taken', (_, is, digitOf, { before, body, after }) => {
    fc.assert(
      fc.property(fc.stringMatching(body), (middle) => {
        const taken = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ').filter((c) => is(before + middle + c + after));
        expect(taken).toEqual([digitOf(middle)]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('numbers we make', () => {
  it('pallets, parcels and routes', () => {
    expect(sscc('0', '9528765', '432101234')).toBe('095287654321012346');
    expect(sscc('3', '4012345', '7')).toBe('340123450000000079');
    expect(identcode('56', '310', '243031')).toBe('563102430313');
    expect(leitcode('21348', '75', '16', '40')).toBe('21348075016401');
    expect(dpdBarcode('81827', '09980000020033', '350', '276')).toEqual({
      code: '%008182709980000020033350276',
      text: '008182709980000020033350276C',
    });
    expect(dpdBarcode('0081827', '09980000020045', '327', '276').text).toBe('008182709980000020045327276N');
  });

  it('parts that do not fit are refused', () => {
    expect(() => sscc('0', '9528765', '1234567890')).toThrow(RangeError);
    expect(() => sscc('0', '95', '1')).toThrow(RangeError);
    expect(() => sscc('x', '9528765', '1')).toThrow(RangeError);
    expect(() => leitcode('213480', '75', '16', '40')).toThrow(RangeError);
    expect(() => identcode('', '310', '243031')).toThrow(RangeError);
    expect(() => dpdBarcode('81827', '099800000200331', '350', '276')).toThrow(RangeError);
  });
});

describe('a number of nobody known', () => {
  const names = (code: string): string[] => numberKinds(code).map(({ kind, carrier }) => carrier ?? kind);
  it.each([
    ['1Z999AA10123456784', ['UPS']],
    ['RB123456785GB', ['UPU']],
    ['CSQU3054383', ['container']],
    ['JJD1410302937991', ['DHL']],
    ['00340433836442636597', ['DHL']],
    ['340433836442636597', ['sscc']],
    ['21348075016401', ['DHL']],
    ['09133131530724', ['gtin', 'Hermes', 'DPD']],
    ['09980000020033', ['DPD']],
    ['09980000020033F', ['DPD']],
    ['%008182709980000020033350276', []],
    ['008182709980000020033350276C', ['DPD']],
    ['3318810025', ['DHL Express']],
    ['A-01-1', []],
    ['', []],
  ])('%s may be of %j', (code, kinds) => expect(names(code)).toEqual(kinds));

  it('what a check digit proves comes before what only looks so', () =>
    expect(numberKinds('09133131530724').map(({ proof }) => proof)).toEqual(['digit', 'digit', 'look']));
});

describe('elements on one label', () => {
  const wrong = (text: string): string[] => {
    const message = parseGs1(text);
    if (!message.ok) throw new Error(message.fault);
    return gs1Association(message.elements).map((one) =>
      'with' in one ? `${one.ai} with ${one.with}` : `${one.ai} lacks ${one.lacks.join('/')}`,
    );
  };
  it.each([
    ['(00)095287654321012346(02)98412345678908(37)32(10)L7', []],
    ['(01)12345678901231(10)12345(17)261231(3102)001723', []],
    ['(02)98412345678908(37)32', ['37 lacks 00']],
    ['(02)98412345678908', ['02 lacks 37']],
    ['(01)38425876095074(17)181119(37)1', ['01 with 37', '37 lacks 00', '37 lacks 02/8026']],
    ['(10)12345', ['10 lacks 01/02/03/8006/8026']],
    ['(250)A(01)12345678901231', ['250 lacks 21']],
    ['(01)12345678901231(3102)001723(3103)017230', ['3102 with 3103', '3103 with 3102']],
    ['(403)R1', ['403 lacks 00']],
    ['(420)10115(421)276D-10115', ['420 with 421']],
    ['(400)PO-1', []],
  ])('%s', (text, faults) => expect(wrong(text)).toEqual(faults));
});
