import { BinaryBitmap, Code128Reader, HybridBinarizer, RGBLuminanceSource } from '@zxing/library';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code128, fitsCode128 } from '#print/codes/code128';

const MODULE = 3;
const HEIGHT = 40;

/** Draws the bars as pixels with quiet zones and reads them with another program's decoder. */
function decode(widths: number[]): string {
  const row = [
    ...Array<number>(10 * MODULE).fill(255),
    ...widths.flatMap((width, i) => Array<number>(width * MODULE).fill(i % 2 === 0 ? 0 : 255)),
    ...Array<number>(10 * MODULE).fill(255),
  ];
  const pixels = new Uint8ClampedArray(row.length * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) pixels.set(row, y * row.length);
  return new Code128Reader().decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(pixels, row.length, HEIGHT)))).getText();
}

describe('Code 128', () => {
  it.each(['SN-2026-000123', '123456', '12345', 'A1234B', 'AB123456', '(01) ~!', '00340434161094000017', 'x'])(
    '%s reads back as it was',
    (text) => expect(decode(code128(text))).toBe(text),
  );

  it('any printable text up to 30 characters reads back as it was', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~]{1,30}$/), (text) => decode(code128(text)) === text),
      { numRuns: 200 },
    );
  });

  it('digits take half the room', () => expect(code128('1234567890123456').length).toBeLessThan(code128('ABCDEFGHIJKLMNOP').length));

  it.each(['', 'Müller', '序列号'])('refuses %j', (text) => {
    expect(fitsCode128(text)).toBe(false);
    expect(() => code128(text)).toThrow(RangeError);
  });

  it('holds control characters, which are not for people to read or type', () => {
    expect(fitsCode128('a\nb')).toBe(false);
    expect(decode(code128('a\nb'))).toBe('a\nb');
  });
});
