import { groupBy } from '#contract/core/group-by';
/** Allocation as a pure function: which order line holds how many pieces of which balance. */

export type OpenLine = { id: string; taskId: string; merchantId: string; itemId: string; need: number };
export type FreeStock = { id: string; merchantId: string; itemId: string; free: number; expiry: string | null; way: number };
/** `partly`: takes what is available even if the order is incomplete (set by the merchant, or requested). */
export type OpenOrder = { id: string; partly: boolean };
export type Hold = { lineId: string; balanceId: string; qty: number };

const goods = ({ merchantId, itemId }: { merchantId: string; itemId: string }): string => `${merchantId} ${itemId}`;

/** Earliest expiry date first (FEFO), then walking order. */
const first = (a: FreeStock, b: FreeStock): number =>
  (a.expiry ?? '9999').localeCompare(b.expiry ?? '9999') || a.way - b.way || a.id.localeCompare(b.id);

/** Prefers one compartment that has all pieces, unless another has goods that expire earlier. */
function pickFrom(stock: FreeStock[], need: number): FreeStock | undefined {
  const usable = stock.filter((row) => row.free > 0);
  const soonest = usable[0]?.expiry;
  return usable.find((row) => row.expiry === soonest && row.free >= need) ?? usable[0];
}

/**
 * Serves the orders in the given sequence: all of an order or nothing, unless it allows partial shipment. Later orders get what is left.
 * Does not change its arguments.
 */
export function planHolds(orders: readonly OpenOrder[], lines: readonly OpenLine[], stock: readonly FreeStock[]): Hold[] {
  const shelves = groupBy(stock.map((row) => ({ ...row })).toSorted(first), goods);
  const left = new Map([...shelves].map(([key, rows]) => [key, rows.reduce((sum, row) => sum + row.free, 0)]));
  const byOrder = groupBy(lines, (line) => line.taskId);
  const holds: Hold[] = [];
  for (const order of orders) {
    const wanted = byOrder.get(order.id) ?? [];
    const needs = new Map<string, number>();
    for (const line of wanted) needs.set(goods(line), (needs.get(goods(line)) ?? 0) + line.need);
    if (!order.partly && [...needs].some(([key, need]) => need > (left.get(key) ?? 0))) continue;
    for (const line of wanted) {
      const key = goods(line);
      const rows = shelves.get(key) ?? [];
      for (let need = line.need; need > 0; ) {
        const row = pickFrom(rows, need);
        if (!row) break;
        const qty = Math.min(row.free, need);
        holds.push({ lineId: line.id, balanceId: row.id, qty });
        row.free -= qty;
        need -= qty;
        left.set(key, (left.get(key) ?? 0) - qty);
      }
      // Removes emptied balances, so that later lines do not search them again.
      if (rows.some((row) => row.free === 0))
        shelves.set(
          key,
          rows.filter((row) => row.free > 0),
        );
    }
  }
  return holds;
}
