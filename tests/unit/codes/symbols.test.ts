import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gs1CheckDigit } from '#contract/core/barcode/check-digits';
import { datamatrixWords } from '#print/codes/datamatrix';
import { encode } from '#print/codes/encode';
import { qr } from '#print/codes/qr';
import { LEVELS } from '#print/codes/qr-matrix';
import { drawn, flat, oracle } from './oracle.ts';

/** Symbols a kind is compared in with the independent encoder. */
const numRuns = 200;
const SLOW = 60_000;
const digits = (length: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const same = (arbitrary: fc.Arbitrary<string>, ours: (text: string) => string, theirs: (text: string) => string, runs = numRuns): void => {
  fc.assert(
    fc.property(arbitrary, (text) => {
      expect(ours(text)).toBe(theirs(text));
    }),
    { numRuns: runs },
  );
};

/** Element strings of known lengths and open ones, in any order. */
const open = (form: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('10', '21', '240', '400', '403'), fc.stringMatching(new RegExp(`^${form}{1,12}$`)))
    .map(([ai, value]) => `(${ai})${value}`);
const checked = (ai: string, length: number): fc.Arbitrary<string> =>
  digits(length - 1).map((body) => `(${ai})${body}${gs1CheckDigit(body)}`);
const fixed = fc.oneof(
  checked('00', 18),
  checked('01', 14),
  checked('410', 13),
  digits(6).map((value) => `(3102)${value}`),
  fc.tuple(fc.constantFrom('11', '15', '17'), fc.constantFrom('260400', '271231')).map(([ai, date]) => `(${ai})${date}`),
);
const elements = (form: string): fc.Arbitrary<string> =>
  fc
    .uniqueArray(
      fc.oneof(
        fixed,
        open(form),
        digits(3).map((n) => `(37)${n}`),
      ),
      {
        minLength: 1,
        maxLength: 3,
        selector: (element) => element.slice(0, element.indexOf(')')),
      },
    )
    .map((all) => all.join(''));
const UNCHECKED = { dontlint: true };

/** The other encoder is handed our data words, because it changes modes by other rules than ours; padding, correction and places are its own. */
const fromWords = (text: string, gs1: boolean): string =>
  oracle('datamatrix', (datamatrixWords(text, gs1)?.words ?? []).map((word) => `^${String(word).padStart(3, '0')}`).join(''), {
    raw: true,
  });

describe('modules of a DataMatrix are those of an independent encoder', () => {
  it(
    'digits, encoded by it from the text',
    () =>
      same(
        fc.stringMatching(/^\d{1,80}$/),
        (text) => drawn('datamatrix', text),
        (text) => oracle('datamatrix', text),
      ),
    SLOW,
  );
  it(
    'any text, from the same words',
    () =>
      same(
        fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
        (text) => drawn('datamatrix', text),
        (text) => fromWords(text, false),
      ),
    SLOW,
  );
  it(
    'capitals and digits, from the same words',
    () =>
      same(
        fc.stringMatching(/^[A-Z0-9 ]{1,90}$/),
        (text) => drawn('datamatrix', text),
        (text) => fromWords(text, false),
      ),
    SLOW,
  );
  it(
    'GS1 elements of digits, encoded by it from the text',
    () =>
      same(
        elements('[0-9]'),
        (text) => drawn('gs1-datamatrix', text),
        (text) => oracle('gs1datamatrix', text, UNCHECKED),
      ),
    SLOW,
  );

  it(
    'every size, full to the last word and less',
    () => {
      for (let length = 6; length <= 3116; length = Math.ceil(length * 1.12)) {
        const text = '0123456789'.repeat(312).slice(0, length);
        expect(drawn('datamatrix', text), String(length)).toBe(oracle('datamatrix', text));
      }
      expect(encode('datamatrix', '1'.repeat(3117))).toEqual({ ok: false, fault: 'tooLong' });
    },
    SLOW,
  );
});

describe('modules of a QR code are those of an independent encoder', () => {
  // Texts that are cheapest in one mode: between modes it switches by a rule of thumb, we by counting.
  it.each([
    ['digits', fc.stringMatching(/^\d{1,120}$/)],
    ['capitals', fc.stringMatching(/^[A-Z $%*+\-./:]{1,120}$/)],
    ['small letters', fc.stringMatching(/^[a-z_#]{1,120}$/)],
    ['umlauts and Chinese', fc.stringMatching(/^[äöüß仓库订单]{1,40}$/)],
  ])(
    '%s',
    (_, texts) =>
      same(
        texts,
        (text) => drawn('qr', text),
        (text) => oracle('qrcode', text, { eclevel: 'M', suppresskanjimode: true }),
      ),
    SLOW,
  );

  it(
    'GS1 elements of digits',
    () =>
      same(
        fixed,
        (text) => drawn('gs1-qr', text),
        (text) => oracle('gs1qrcode', text, { eclevel: 'M', ...UNCHECKED }),
      ),
    SLOW,
  );

  it(
    'versions up to the largest, at every level of error correction',
    () => {
      for (let [length, turn] = [10, 0]; length <= 1270; length = Math.ceil(length * 1.09), turn += 1) {
        const text = 'kontor'.repeat(212).slice(0, length);
        const level = LEVELS[turn % 4] ?? 'M';
        expect(flat(qr(text, level) ?? []), `${length} ${level}`).toBe(oracle('qrcode', text, { eclevel: level }));
      }
      expect(qr('1'.repeat(7089), 'L')).toHaveLength(177);
      expect(qr('1'.repeat(7090), 'L')).toBeNull();
    },
    SLOW,
  );

  it(
    'a text of several modes never needs a larger symbol than the independent one',
    () => {
      fc.assert(
        fc.property(fc.stringMatching(/^(?:[0-9]{1,9}|[A-Z]{1,6}|[a-z]{1,5}){1,12}$/), (text) => {
          expect(drawn('qr', text).length).toBeLessThanOrEqual(oracle('qrcode', text, { eclevel: 'M' }).length);
        }),
        { numRuns: 100 },
      );
    },
    SLOW,
  );
});
