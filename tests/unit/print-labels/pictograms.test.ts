import { describe, expect, it } from 'vitest';
import { PICTOGRAMS } from '#contract/printing/pictograms';
import type { PathOp } from '#print/display';
import { drawDots } from '#print/out/bitmap';
import { pictogram } from '#print/pictograms/pictograms';
import { inkIn, pixelsOfDots } from '../../support/pixels.ts';

const SIDE = 15;
const scale = SIDE / 100;
const mm = (path: PathOp): PathOp => ({
  ...path,
  d: path.d.map((part) => part.map((value) => (typeof value === 'number' ? value * scale : value)) as PathOp['d'][number]),
});
const drawn = (name: string) => {
  const page = { width: SIDE, height: SIDE, ops: pictogram(name).map(mm) };
  return pixelsOfDots(drawDots(page, { glyph: () => null }, 203));
};

describe('pictograms', () => {
  it.each([...PICTOGRAMS, 'up', 'down'])('%s is drawn inside its square, neither empty nor a blot at 15 mm and 203 dpi', (name) => {
    const numbers = pictogram(name).flatMap(({ d }) => d.flatMap((part) => part.filter((value) => typeof value === 'number')));
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(-0.5);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(100.5);
    const pixels = drawn(name);
    const share = inkIn(pixels) / (pixels.width * pixels.height);
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.6);
  });

  it('no two look alike but the label of lithium cells, which is one for both kinds (ADR 5.2.2.2.2, model 9A)', () => {
    const looks = new Map(PICTOGRAMS.map((name) => [Buffer.from(drawn(name).grey).toString('base64'), name]));
    expect(looks.size).toBe(PICTOGRAMS.length - 1);
  });

  it('an unknown name draws nothing', () => {
    expect(pictogram('dragon')).toEqual([]);
  });
});
