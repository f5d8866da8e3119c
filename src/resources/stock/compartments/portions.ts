import type { CompartmentAisle } from '#contract/stock/compartments';

/** Labels printed at once: some aisles, or a part of an aisle that has more places than fit into one job. */
export type Portion = { aisles: string[]; skip: number; count: number; first: string; last: string };

/** Divides a warehouse into portions of at most `most` labels, at the aisles where possible. */
export function portionsOf(aisles: readonly CompartmentAisle[], most: number): Portion[] {
  const portions: Portion[] = [];
  for (const { aisle, places, first, last } of aisles) {
    const open = portions.at(-1);
    if (open && open.skip === 0 && open.count + places <= most) {
      open.aisles.push(aisle);
      open.count += places;
      open.last = last;
      continue;
    }
    for (let skip = 0; skip < places; skip += most)
      portions.push({ aisles: [aisle], skip, count: Math.min(most, places - skip), first, last });
  }
  return portions;
}
