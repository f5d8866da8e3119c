import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gs1CheckDigit, gs1Checks, isContainer, isDpd, isGtin, isS10, isSscc, isUps, mod3736 } from '#contract/core/barcode/check-digits';
import { GS, gs1Date, parseGs1 } from '#contract/core/barcode/gs1';
import { CALIBRATION, COMMANDS, commandCode, readCode, shown } from '#contract/core/barcode/kontor-codes';
import { fitsCode128 } from '#print/codes/code128';

type Check = (code: string) => boolean;
const all = (check: Check, ...codes: string[]): [Check, string][] => codes.map((code) => [check, code]);

describe('check digits tell a misread number from a right one', () => {
  it.each([
    ...all(isSscc, '095287654321012346'),
    ...all(isGtin, '09528765432108', '98412345678908', '38425876095074', '58425876097843', '98456789014533', '12345678901231'),
    ...all(
      isGtin,
      '09521234543213',
      '2112345678900',
      '0123456789012',
      '1234567890128',
      '9520123456788',
      '4012345678901',
      '73513537',
      '02345673',
    ),
    ...all(gs1Checks, '00340433836442636597', '09133131530724'),
    ...all(
      isUps,
      '1Z5R89390357567127',
      '1Z879E930346834440',
      '1Z410E7W0392751591',
      '1Z8V92A70367203024',
      '1ZXX3150YW44070023',
      '1Z999AA10123456784',
    ),
    ...all(isS10, 'RB123456785GB', 'RB123456785US', 'RB123456785CV', 'RA473124829GB'),
    ...all(isDpd, '09980000020033F', '09980000020034D', '01015026003653C', '008182709980000020033350276C', '008182709980000020045327276N'),
    ...all(isContainer, 'CSQU3054383', 'TASU1170000'),
  ])('%o takes %s', (check, code) => expect(check(code)).toBe(true));

  it.each([
    ...all(isSscc, '095287654321012345', '081201201212102125'),
    ...all(isGtin, '2112345678901', '12345', ''),
    ...all(isUps, '1Z1111111111111111'),
    ...all(isS10, 'RB123456786US'),
    ...all(isDpd, '09980000020033D'),
    ...all(isContainer, 'CSQU3054384', 'CSQU305438'),
  ])('%o refuses %s', (check, code) => expect(check(code)).toBe(false));

  it('the check character of ISO 7064 mod 37,36', () => expect(mod3736('A12425GABC1234002')).toBe('M'));

  it('any single wrong digit is noticed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{17}$/), fc.nat(17), fc.integer({ min: 1, max: 9 }), (body, at, off) => {
        const code = body + gs1CheckDigit(body);
        const wrong = code.slice(0, at) + ((Number(code[at]) + off) % 10) + code.slice(at + 1);
        return isSscc(code) && !isSscc(wrong);
      }),
    );
  });
});

/** Elements in one line, or the fault. */
const read = (raw: string): string => {
  const message = parseGs1(raw.replaceAll('^', GS));
  return message.ok ? message.elements.map(({ ai, value }) => `(${ai})${value}`).join('') : message.fault;
};

describe('GS1 messages', () => {
  it.each([
    ['013842587609507417181119371', '(01)38425876095074(17)181119(37)1'],
    ['029841234567890831020017233732', '(02)98412345678908(3102)001723(37)32'],
    ['^1012345^11991225', '(10)12345(11)991225'],
    ['^01123456789012311012345', '(01)12345678901231(10)12345'],
    [']C1011231231231233310ABC123^99TESTING', '(01)12312312312333(10)ABC123(99)TESTING'],
    [']d2011231231231233310ABC123^99TESTING', '(01)12312312312333(10)ABC123(99)TESTING'],
    [']Q3011231231231233310ABC123^99TESTING', '(01)12312312312333(10)ABC123(99)TESTING'],
    [']e0011231231231233310ABC123^99TESTING', '(01)12312312312333(10)ABC123(99)TESTING'],
    [']C100095287654321012346', '(00)095287654321012346'],
    ['(00)095287654321012346(400)PO-1(401)X1(421)276D-10115', '(00)095287654321012346(400)PO-1(401)X1(421)276D-10115'],
    ['42010115^80082611211530^20AB', 'format'],
    ['42010115^80082611211530^2001', '(420)10115(8008)2611211530(20)01'],
    ['(10)A(B)C(21)7', '(10)A(B)C(21)7'],
    ['(01)12345678901231(10)A(99)B', '(01)12345678901231(10)A(99)B'],
    ['https://id.example/01/12312312312333?99=TEST', '(01)12312312312333(99)TEST'],
    ['https://id.example/x/01/4012345678901/10/L1?17=261231&lang=de', '(01)04012345678901(10)L1(17)261231'],
    ['0112345678901231^17261231^', '(01)12345678901231(17)261231'],
  ])('%s', (raw, elements) => expect(read(raw)).toBe(elements));

  it.each([
    ['(10)(11)98765', 'format'],
    ['(01)123456789012312(10)12345', 'format'],
    ['(17)9(90)217', 'format'],
    ['(1A)12345', 'unknownAi'],
    ['(12345)12345', 'unknownAi'],
    ['(10)12345^', 'format'],
    ['^0112345678901234', 'checkDigit'],
    [']C1', 'empty'],
    [']d2', 'empty'],
    [']Q3', 'empty'],
    [']e0', 'empty'],
    ['(17)261301', 'date'],
    ['(17)260230', 'date'],
    ['(10)A(10)B', 'twice'],
    ['https://id.example/about', 'unknownAi'],
  ])('%s is refused', (raw, fault) => expect(read(raw)).toBe(fault));

  it('day 00 is the last day of the month, and the century is the near one', () => {
    expect(gs1Date('260400', 2026)).toBe('2026-04-30');
    expect(gs1Date('261200', 2026)).toBe('2026-12-31');
    expect(gs1Date('280229', 2026)).toBe('2028-02-29');
    expect(gs1Date('991225', 2026)).toBe('1999-12-25');
    expect(gs1Date('010101', 2099)).toBe('2101-01-01');
  });
});

describe('a code at a station', () => {
  it('gives goods, batch, date, serial number and pieces', () =>
    expect(readCode(`]d201040123456789011727060010L-7${GS}21S1${GS}3012`, 2026)).toEqual({
      raw: '01040123456789011727060010L-7␝21S1␝3012',
      kind: 'gs1',
      gtin: '04012345678901',
      expiry: '2027-06-30',
      lot: 'L-7',
      serial: 'S1',
      qty: 12,
    }));

  it.each([
    [']C100095287654321012346', { kind: 'sscc', sscc: '095287654321012346' }],
    ['00095287654321012346', { kind: 'sscc', sscc: '095287654321012346' }],
    ['(00)095287654321012346', { kind: 'sscc', sscc: '095287654321012346' }],
    ['095287654321012346', { kind: 'sscc', sscc: '095287654321012346' }],
    [']E02112345678900', { kind: 'plain', raw: '2112345678900' }],
    [']E473513537', { kind: 'plain', raw: '73513537' }],
    [']C0A-01-1', { kind: 'plain', raw: 'A-01-1' }],
    ['A-01-1', { kind: 'plain', raw: 'A-01-1' }],
    ['https://shop.example/item/7', { kind: 'plain' }],
    ['(oak) 7', { kind: 'plain', raw: '(oak) 7' }],
    [`10L7${GS}2112`, { kind: 'gs1', lot: 'L7', serial: '12' }],
    ['10L7␝2112', { kind: 'gs1', lot: 'L7', serial: '12' }],
    [']C10112345678901234', { kind: 'plain', fault: { fault: 'checkDigit', ai: '01', at: 2 } }],
    ['', { kind: 'plain', raw: '' }],
  ])('%s', (code, meaning) => expect(readCode(code, 2026)).toMatchObject(meaning));

  it('the pictures of control characters are kept in place of them', () => {
    expect(shown(`A${GS}B\u0000\u007f`)).toBe('A␝B␀␡');
    expect(readCode(`XX${GS}Y\u0002Z`).raw).toBe('XX␝Y␂Z');
  });

  it('any text at all is read without an exception, and kept', () => {
    fc.assert(fc.property(fc.string(), (text) => readCode(text, 2026).raw.length >= 0 && typeof readCode(text, 2026).kind === 'string'));
    fc.assert(fc.property(fc.stringMatching(/^[A-Z]{2}-[0-9]{1,6}$/), (text) => readCode(text).raw === text));
  });
});

describe('printed command barcodes', () => {
  it.each(COMMANDS)('%s is read in either case, behind any symbology identifier', (command) => {
    for (const code of [commandCode(command), commandCode(command).toLowerCase(), `]C0${commandCode(command)}`])
      expect(readCode(code)).toMatchObject({ kind: 'command', command });
  });

  it('hold nothing that keyboards of two countries, Caps Lock or Code 128 would change', () => {
    for (const code of COMMANDS.map(commandCode)) expect(code).toMatch(/^[A-X0-9]+$/);
    expect(COMMANDS.map(commandCode).concat(CALIBRATION).every(fitsCode128)).toBe(true);
  });

  it('something else behind the prefix is an unknown code', () => expect(readCode('KONTOR9DANCE').kind).toBe('plain'));
});
