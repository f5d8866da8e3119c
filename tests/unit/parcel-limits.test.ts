import { describe, expect, it } from 'vitest';
import { limitsWith, oversizeOf, type SizeLimits } from '#contract/shipping/parcel-limits';

/** The largest parcels that carriers take, as they publish it. */

const DHL: SizeLimits = { maxLength: 1200, maxSide: 600, maxGirth: null };
const DPD: SizeLimits = { maxLength: 1750, maxSide: null, maxGirth: 3000 };
const UPS: SizeLimits = { maxLength: 2740, maxSide: null, maxGirth: 4000 };
const NONE: SizeLimits = { maxLength: null, maxSide: null, maxGirth: null };
const check = (sides: readonly [number, number, number], limits: SizeLimits, services: readonly string[] = []) =>
  oversizeOf({ length: sides[0], width: sides[1], height: sides[2] }, limits, services);

describe('a parcel', () => {
  it.each([
    ['DHL', [1200, 600, 600], DHL, null],
    ['DHL', [1201, 100, 100], DHL, { limit: 'tooLong', is: 1201, most: 1200 }],
    ['DHL', [1000, 601, 100], DHL, { limit: 'tooWide', is: 601, most: 600 }],
    // 1,000 + 2 × (500 + 500)
    ['DPD', [1000, 500, 500], DPD, null],
    ['DPD', [1000, 500, 501], DPD, { limit: 'tooLarge', is: 3002, most: 3000 }],
    ['DPD', [1751, 100, 100], DPD, { limit: 'tooLong', is: 1751, most: 1750 }],
    // 2,740 + 2 × (400 + 230)
    ['UPS', [2740, 400, 230], UPS, null],
    ['UPS', [2740, 400, 231], UPS, { limit: 'tooLarge', is: 4002, most: 4000 }],
  ] as const)('of %s of %j mm is held against its limits', (_carrier, sides, limits, expected) => {
    expect(check(sides, limits)).toEqual(expected);
  });

  it('may lie as it wants: its longest side is its length', () => {
    for (const sides of [
      [100, 1300, 200],
      [200, 100, 1300],
      [1300, 200, 100],
    ] as const)
      expect(check(sides, DHL)).toEqual({ limit: 'tooLong', is: 1300, most: 1200 });
  });

  it('whose size nobody knows, of a carrier without limits, or that is paid as bulky goods, is not limited', () => {
    expect(oversizeOf(null, DHL, [])).toBeNull();
    expect(check([9000, 9000, 9000], NONE)).toBeNull();
    expect(check([2000, 600, 600], DHL, ['noNeighbour', 'bulky'])).toBeNull();
    expect(check([2000, 600, 600], DHL, ['noNeighbour'])).not.toBeNull();
  });

  it('of a small product is held against the limits of the product where they are narrower, and against the carrier’s without it', () => {
    // DHL Kleinpaket: 35.3 × 25 × 8 cm and 1 kg from January 2025 on (t3n.de, November 2024).
    const kleinpaket = { ours: 'small', theirs: 'V62KP', maxWeight: 1000, maxLength: 353, maxSide: 250, maxShortest: 80 };
    const dhl = {
      ...DHL,
      maxWeight: 31_500,
      services: [{ ours: '', theirs: 'V01PAK' }, kleinpaket, { ...kleinpaket, ours: 'wide', maxLength: 9000 }],
    };
    expect(limitsWith(dhl, 'small')).toEqual({ maxWeight: 1000, maxLength: 353, maxSide: 250, maxShortest: 80, maxGirth: null });
    expect(limitsWith(dhl, '')).toEqual({ maxWeight: 31_500, maxLength: 1200, maxSide: 600, maxShortest: null, maxGirth: null });
    expect(limitsWith(dhl, 'wide').maxLength).toBe(1200);
    expect(check([250, 80, 353], limitsWith(dhl, 'small'))).toBeNull();
    expect(check([250, 80, 354], limitsWith(dhl, 'small'))).toEqual({ limit: 'tooLong', is: 354, most: 353 });
    expect(check([350, 250, 81], limitsWith(dhl, 'small'))).toEqual({ limit: 'tooThick', is: 81, most: 80 });
    expect(check([350, 250, 81], limitsWith(dhl, ''))).toBeNull();
  });
});
