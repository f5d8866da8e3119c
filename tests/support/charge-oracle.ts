/**
 * What random work must cost, by other means than the product's: whole orders are counted in memory, and prices are fractions of a cent. It
 * imports no product code.
 */

/** Ten-thousandths of a euro. A further piece of an order is cheaper than its first. */
export const PRICE_OF = { order: 12_500, line: 999, first: 12_345, further: 3333, pieceIn: 777, parcel: 48_901, label: 10_600 } as const;

/** A fact that stands. Label costs are in cents. */
export type Fact =
  | { kind: 'moveOut'; id: string; order: string; line: string; qty: number }
  | { kind: 'moveIn'; id: string; qty: number }
  | { kind: 'parcel'; id: string }
  | { kind: 'label'; id: string; cost: number };

/** The sum of all that stands, in 10^-7 of a euro. */
export function owed(facts: readonly Fact[]): bigint {
  const unit = (price: number, quantity = 1): bigint => BigInt(price) * BigInt(quantity) * 1000n;
  const orders = new Map<string, number>();
  const lines = new Set<string>();
  let sum = 0n;
  for (const fact of facts) {
    if (fact.kind === 'moveIn') sum += unit(PRICE_OF.pieceIn, fact.qty);
    if (fact.kind === 'parcel') sum += unit(PRICE_OF.parcel);
    // A cent is a hundredth of a euro: 1.06 × cost.
    if (fact.kind === 'label') sum += BigInt(PRICE_OF.label) * BigInt(fact.cost) * 10n;
    if (fact.kind === 'moveOut') {
      orders.set(fact.order, (orders.get(fact.order) ?? 0) + fact.qty);
      lines.add(fact.line);
    }
  }
  for (const pieces of orders.values()) sum += unit(PRICE_OF.order) + unit(PRICE_OF.first) + unit(PRICE_OF.further, pieces - 1);
  return sum + unit(PRICE_OF.line, lines.size);
}

/** Numbers that are the same in each run with the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}
