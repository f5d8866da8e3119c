import type { ReturnReason } from '#contract/orders/returns';
import { isFood } from './assortment.ts';
import { DAY, HOUR, MINUTE } from './days.ts';
import { nextWorkday } from './floor.ts';
import type { Line, Order, Outcome, Return } from './model.ts';
import type { Random } from './random.ts';

/** Goods that customers sent back. */

/** Share of delivered orders of which something comes back, so that it is about six per cent of all. */
const SHARE = 0.065;
const REASONS: readonly { text: string; code: ReturnReason; weight: number }[] = [
  { text: 'Does not like it', code: 'notWanted', weight: 36 },
  { text: 'Ordered twice by mistake', code: 'notWanted', weight: 14 },
  { text: 'Arrived damaged', code: 'damaged', weight: 24 },
  { text: 'Other colour than in the picture', code: 'notAsDescribed', weight: 12 },
  { text: 'Arrived too late for a birthday', code: 'tooLate', weight: 8 },
  { text: 'Lid does not close', code: 'defective', weight: 6 },
];

function outcomeOf(random: Random, { item }: Line, reason: ReturnReason): Outcome {
  if (isFood(item.category) || item.soldOut) return 'scrap';
  if (reason === 'damaged') return random.chance(0.6) ? 'scrap' : 'bWare';
  return random.chance(0.86) ? 'restock' : 'bWare';
}

/** Returns of delivered orders that were announced until now. Counts them on the lines of the orders once they are back. */
export function returnsOf(random: Random, orders: readonly Order[], now: number): Return[] {
  const found: Return[] = [];
  for (const order of orders) {
    const deliveredAt = order.work?.deliveredAt ?? null;
    if (deliveredAt === null || !random.chance(SHARE)) continue;
    const at = deliveredAt + random.int(14, 9 * 24) * HOUR + random.int(0, 59) * MINUTE;
    if (at > now) continue;
    const { text: remark, code: reason } = random.weighted(REASONS, ({ weight }) => weight);
    const due = nextWorkday(at + random.int(1, 3) * DAY).start + random.int(9 * 60 + 30, 15 * 60) * MINUTE;
    const arrivedAt = due < now ? due : null;
    const awayAt = arrivedAt === null ? null : arrivedAt + random.int(20, 75) * MINUTE;
    const back = random.chance(0.62) ? order.lines : order.lines.slice(0, 1);
    const lines = back.map((of) => ({
      id: random.uuid(at),
      of,
      qty: of.qty > 2 && random.chance(0.5) ? random.int(1, of.qty) : of.qty,
      outcome: outcomeOf(random, of, reason),
    }));
    if (awayAt !== null && awayAt > now) continue;
    // An order with goods back, and its return, are closed by a person after the goods were put away.
    const closes = awayAt === null ? null : awayAt + 4 * HOUR;
    const closedAt = closes !== null && closes < now ? closes : null;
    if (arrivedAt !== null) {
      for (const { of, qty } of lines) of.returned += qty;
      if (order.work) order.work.closedAt = closedAt;
    }
    found.push({ id: random.uuid(at), no: '', at, order, remark, reason, arrivedAt, awayAt, closedAt, lines });
  }
  return found.toSorted((a, b) => a.at - b.at);
}
