/** The largest parcel that a carrier takes, as carriers publish it: by its longest side, its other sides, and its longest side with its girth. */

/** In millimetres. */
export type Sizes = { length: number; width: number; height: number };
/** Null: no limit. */
export type SizeLimits = { maxLength: number | null; maxSide: number | null; maxGirth: number | null };
/** What is above a limit: the longest side, another side, or the longest side with twice each of the two others. */
export type Oversize = { why: 'tooLong' | 'tooWide' | 'tooLarge'; is: number; most: number };

/** The delivery service that a carrier sells for what is larger: with it the carrier decides. */
const BULKY = 'bulky';

/**
 * Why a parcel is too large; null if it is not, or nobody knows how large it is. How it lies does not matter: the longest side counts as its length.
 * @param services delivery services of the order
 */
export function oversizeOf(sizes: Sizes | null, limits: SizeLimits, services: readonly string[]): Oversize | null {
  if (!sizes || services.includes(BULKY)) return null;
  const [length = 0, second = 0, third = 0] = [sizes.length, sizes.width, sizes.height].toSorted((a, b) => b - a);
  const checks = [
    { why: 'tooLong', is: length, most: limits.maxLength },
    { why: 'tooWide', is: second, most: limits.maxSide },
    { why: 'tooLarge', is: length + 2 * (second + third), most: limits.maxGirth },
  ] as const;
  for (const { why, is, most } of checks) if (most !== null && is > most) return { why, is, most };
  return null;
}
