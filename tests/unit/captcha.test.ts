import { beforeAll, describe, expect, it } from 'vitest';
import { drawText, newCaptcha } from '../../server/modules/access/captcha.ts';

const PICTURES = 40;
const contoursOf = (svg: string): string[] => / d="([^"]+)"/.exec(svg)?.[1]?.split('Z').filter(Boolean) ?? [];
const numbersOf = (contour: string): number[] => (contour.match(/[\d.]+/g) ?? []).map(Number);

let pictures: { text: string; svg: string }[];
beforeAll(async () => {
  pictures = await Promise.all(Array.from({ length: PICTURES }, newCaptcha));
});

describe('a captcha is read by people', () => {
  it('its text has five letters or digits, none of which is taken for another', () => {
    for (const { text } of pictures) expect(text).toMatch(/^[^\W_0125OoIilSsZzVvWwMm79]{5}$/);
  });

  it('all of it lies inside the picture', () => {
    for (const { svg } of pictures)
      for (const contour of contoursOf(svg)) {
        const numbers = numbersOf(contour);
        expect(Math.min(...numbers)).toBeGreaterThan(0);
        expect(Math.max(...numbers.filter((_, i) => i % 2 === 0))).toBeLessThan(160);
        expect(Math.max(...numbers.filter((_, i) => i % 2 === 1))).toBeLessThan(56);
      }
  });
});

describe('no table of shapes reads a captcha', () => {
  it('one path holds all signs, and the order of its parts is not theirs', () => {
    for (const { svg } of pictures) expect(svg.match(/<path/g)).toHaveLength(1);
  });

  it('the same text is another file each time: no part comes twice, and parts of a sign differ in their number of points', async () => {
    const drawn = await Promise.all(Array.from({ length: PICTURES }, () => drawText('LLLLL')));
    const parts = drawn.flatMap(contoursOf);
    expect(new Set(parts).size).toBe(parts.length);
    // Without the cuts an L has six corners in each picture.
    expect(new Set(parts.map((part) => numbersOf(part).length)).size).toBeGreaterThan(5);
  });
});
