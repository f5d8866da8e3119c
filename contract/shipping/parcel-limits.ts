/**
 * The largest parcel that a carrier takes, as carriers publish it: by its weight, its longest side, its other sides, and its longest side with
 * its girth. A service of the carrier may take less.
 */

/** In millimetres. */
export type Sizes = { length: number; width: number; height: number };
/** In millimetres. Null: no limit. `maxSide` is that of the two shorter sides, `maxShortest` that of the shortest. */
export type SizeLimits = { maxLength: number | null; maxSide: number | null; maxShortest?: number | null; maxGirth: number | null };
/** With the weight in grams. */
export type ParcelLimits = SizeLimits & { maxWeight: number | null };
/** What a service narrows. Services stored before they could have no limits. */
export type ServiceLimits = Partial<Omit<ParcelLimits, 'maxGirth'>>;
/** What is above a limit: the longest side, the second, the shortest, or the longest with twice each of the two others. */
export type Oversize = { limit: 'tooLong' | 'tooWide' | 'tooThick' | 'tooLarge'; is: number; most: number };

/** The delivery service that a carrier sells for what is larger: with it the carrier decides. */
const BULKY = 'bulky';

const least = (one: number | null, other: number | null | undefined): number | null =>
  one === null || other === null || other === undefined ? (one ?? other ?? null) : Math.min(one, other);

/** What a carrier takes with a service: of each limit the narrower one. `ours` is our name of the service; empty for none. */
export function limitsWith(
  carrier: ParcelLimits & { services: readonly ({ ours: string } & ServiceLimits)[] },
  ours: string,
): ParcelLimits {
  const own: ServiceLimits = carrier.services.find((service) => service.ours === ours) ?? {};
  return {
    maxWeight: least(carrier.maxWeight, own.maxWeight),
    maxLength: least(carrier.maxLength, own.maxLength),
    maxSide: least(carrier.maxSide, own.maxSide),
    maxShortest: own.maxShortest ?? null,
    maxGirth: carrier.maxGirth,
  };
}

/**
 * Why a parcel is too large; null if it is not, or nobody knows how large it is. How it lies does not matter: the longest side counts as its length.
 * @param services delivery services of the order
 */
export function oversizeOf(sizes: Sizes | null, limits: SizeLimits, services: readonly string[]): Oversize | null {
  if (!sizes || services.includes(BULKY)) return null;
  const [length = 0, second = 0, third = 0] = [sizes.length, sizes.width, sizes.height].toSorted((a, b) => b - a);
  const checks = [
    { limit: 'tooLong', is: length, most: limits.maxLength },
    { limit: 'tooWide', is: second, most: limits.maxSide },
    { limit: 'tooThick', is: third, most: limits.maxShortest ?? null },
    { limit: 'tooLarge', is: length + 2 * (second + third), most: limits.maxGirth },
  ] as const;
  for (const { limit, is, most } of checks) if (most !== null && is > most) return { limit, is, most };
  return null;
}
