/** Most items of a party that are tried in every combination: 32,768 sums. */
export const MAX_SUBSET_ITEMS = 15;

/**
 * The combinations of at least two of these amounts that add up to the sum: how many there are, and the places of the first. None if there
 * are too many amounts to try them all.
 */
export function subsetsOf(amounts: readonly number[], sum: number): { count: number; first: number[] } {
  if (amounts.length < 2 || amounts.length > MAX_SUBSET_ITEMS) return { count: 0, first: [] };
  let [count, first] = [0, 0];
  const all = 1 << amounts.length;
  const sums = new Float64Array(all);
  for (let set = 1; set < all; set += 1) {
    const low = set & -set;
    sums[set] = (sums[set ^ low] ?? 0) + (amounts[31 - Math.clz32(low)] ?? 0);
    if (set === low || sums[set] !== sum) continue;
    count += 1;
    if (first === 0) first = set;
  }
  return { count, first: amounts.flatMap((_, i) => (first & (1 << i) ? [i] : [])) };
}
