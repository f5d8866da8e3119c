import { type Day, MINUTE } from './days.ts';
import type { Item, Person } from './model.ts';
import { iso } from './rows.ts';
import type { Stock } from './stock.ts';
import { addMove, type Ledger } from './stock-rows.ts';

/** Cycle counts on Friday evenings. A difference is booked by the manager. */

const AT_ONCE = 6;
/** Share of shelves where a piece too many or too few is found. */
const OFF = 0.09;
const REASON = 'Counted twice, the shelf is right.';

/** The Fridays on which shelves are counted, in the evening after the last carrier. */
export const countDays = (days: readonly Day[]): { day: Day; at: number }[] =>
  days.filter(({ weekday, isOpen }) => weekday === 5 && isOpen).map((day) => ({ day, at: day.start + (19 * 60 + 5) * MINUTE }));

/** Rows of one count, with the differences as moves. `stock` is the stock at that time, and follows the differences. */
export function addCount(
  ledger: Ledger,
  stock: Stock,
  items: readonly Item[],
  { day, at }: { day: Day; at: number },
  n: number,
  no: string,
): void {
  const { random, rows, house } = ledger;
  const counted = Array.from({ length: AT_ONCE }, (_, i) => items[(n * AT_ONCE + i) % items.length] as Item);
  const id = random.uuid(at);
  const by = house.crew.pick.at(-1) as Person;
  const lines = counted.map((item, i) => {
    const expected = stock.onHand(item, item.placeId);
    // Of goods that are sold out nothing may be missing.
    const off = !item.soldOut && expected > 0 && random.chance(OFF) ? random.pick([-1, -1, 1]) : 0;
    return { item, expected, off, at: at + (i + 1) * 4 * MINUTE };
  });
  const approvedAt = at + 40 * MINUTE;
  rows.add('counts', at, {
    id,
    no,
    name: `Hall P, ${day.date}`,
    compartment_ids: `{${counted.map(({ placeId }) => placeId).join(',')}}`,
    state: 'approved',
    variance: lines.reduce((sum, { off }) => sum + off, 0),
    differing: lines.reduce((sum, { off }) => sum + Math.abs(off), 0),
    reason: lines.some(({ off }) => off !== 0) ? REASON : '',
    approved_by: house.manager.id,
    approved_at: iso(approvedAt),
  });
  for (const { item, expected, off, at: done } of lines) {
    rows.add('count_places', done, { count_id: id, round: 1, compartment_id: item.placeId, at: iso(done), user_id: by.id });
    rows.add('count_lines', done, {
      id: random.uuid(done),
      count_id: id,
      round: 1,
      compartment_id: item.placeId,
      merchant_id: house.merchants.get(item.merchant)?.id ?? null,
      item_id: item.id,
      expected,
      counted: expected + off,
      booked_at: off === 0 ? null : iso(approvedAt),
    });
    if (off === 0) continue;
    const shelf = { placeId: item.placeId };
    const sides = off > 0 ? ({ from: { outside: 'adjust' }, to: shelf } as const) : ({ from: shelf, to: { outside: 'adjust' } } as const);
    const move = {
      at: approvedAt,
      item,
      qty: Math.abs(off),
      taskId: null,
      lineId: null,
      scan: null,
      by: house.manager,
      reason: REASON,
      ...sides,
    };
    addMove(ledger, move);
    stock.apply(move);
  }
}
