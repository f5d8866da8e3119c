import { isContainer } from '#contract/core/barcode/check-digits';
import { addDays } from '#contract/core/house-day';
import { SUPPLY } from './assortment.ts';
import { DAY, type Day, dateOf, HOUR, MINUTE, workday } from './days.ts';
import type { Box, Delivery, Item, Order } from './model.ts';
import type { Random } from './random.ts';

/** Deliveries that cover what was sold: each one the sales until the next. */

const CARTON = 12;
/** Share of all sales that the first delivery brings in addition, so that shelves do not run empty. */
const SPARE_SHARE = 0.12;

const VESSELS = [
  { line: 'MSC', vessel: 'MSC Gülsün', voyage: 'FK', port: 'CNNGB', prefix: 'MSCU' },
  { line: 'Hapag-Lloyd', vessel: 'Hamburg Express', voyage: 'HE', port: 'CNNGB', prefix: 'HLXU' },
  { line: 'COSCO', vessel: 'COSCO Shipping Aries', voyage: 'CA', port: 'CNSHK', prefix: 'CSNU' },
  { line: 'Evergreen', vessel: 'Ever Ace', voyage: 'EA', port: 'CNSHK', prefix: 'EGHU' },
] as const;

/** A container number with its check digit (ISO 6346). */
function containerNo(random: Random, prefix: string): string {
  const body = `${prefix}${String(random.int(100_000, 999_999))}`;
  const found = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(isContainer);
  return found ?? containerNo(random, prefix);
}

function boxOf(random: Random, arrivedAt: number, n: number): Box {
  const { line, vessel, voyage, port, prefix } = VESSELS[n % VESSELS.length] as (typeof VESSELS)[number];
  const sailedAt = arrivedAt - random.int(30, 36) * DAY;
  return {
    id: random.uuid(sailedAt - 5 * DAY),
    no: '',
    containerNo: containerNo(random, prefix),
    vessel,
    voyage: `${voyage}${440 + n}W`,
    line,
    port,
    seal: `CN${random.int(100_000, 999_999)}`,
    sailedAt,
  };
}

/** The day on which an order takes its goods from the shelf; for orders that wait, the end of all days. */
const takenOn = ({ work }: Order): string => (work ? dateOf(work.picklist.at) : '9999-12-31');

/** Sold pieces of an item by day. */
function salesOf(orders: readonly Order[]): Map<Item, Map<string, number>> {
  const sales = new Map<Item, Map<string, number>>();
  for (const order of orders) {
    const day = takenOn(order);
    for (const { item, qty } of order.lines) {
      const days = sales.get(item) ?? new Map<string, number>();
      days.set(day, (days.get(day) ?? 0) + qty);
      sales.set(item, days);
    }
  }
  return sales;
}

/** Days of a supplier's deliveries: the first is before the history begins. */
function deliveryDays(days: readonly Day[], every: number): Day[] {
  const first = days[0]?.date ?? '';
  const found: Day[] = [workday(addDays(first, -1), -1)];
  for (let i = every; i < days.length - 2; i += every) {
    const day = workday(addDays(first, i));
    if (day.date <= (days.at(-1)?.date ?? '')) found.push(day);
  }
  return found;
}

/** Deliveries of all suppliers, oldest first. */
export function deliveriesOf(random: Random, days: readonly Day[], orders: readonly Order[]): Delivery[] {
  const sales = salesOf(orders);
  const deliveries: Delivery[] = [];
  let ref = 6_101;
  for (const [at, { supplier, every, box }] of SUPPLY.entries()) {
    const own = [...sales.keys()].filter((item) => item.supplier === supplier).toSorted((a, b) => a.sku.localeCompare(b.sku));
    const dates = deliveryDays(days, every);
    for (const [n, day] of dates.entries()) {
      const until = dates[n + 1]?.date ?? '9999-12-31';
      const arrivedAt = day.start + random.int(7 * 60 + 10, 9 * 60 + 20) * MINUTE;
      const announcedAt = arrivedAt - random.int(4, 9) * DAY - random.int(0, 5) * HOUR;
      const lines = own.flatMap((item) => {
        const all = [...(sales.get(item) ?? [])];
        const due = all.filter(([date]) => date > day.date && date <= until).reduce((sum, [, qty]) => sum + qty, 0);
        const spare = item.soldOut || n > 0 ? 0 : Math.ceil(all.reduce((sum, [, qty]) => sum + qty, 0) * SPARE_SHARE) + CARTON;
        const qty = item.soldOut ? due : Math.ceil((due + spare) / CARTON) * CARTON;
        return qty > 0 ? [{ id: random.uuid(announcedAt), item, qty }] : [];
      });
      const [first] = lines;
      if (!first) continue;
      const awayAt = arrivedAt + random.int(50, 170) * MINUTE;
      const made = { id: random.uuid(announcedAt), no: '', merchant: first.item.merchant, supplier, announcedAt, arrivedAt, awayAt };
      deliveries.push({ ...made, date: day.date, ref: `PO-${ref}`, lines, box: box ? boxOf(random, arrivedAt - DAY, n * 2 + at) : null });
      ref += 1;
    }
  }
  return deliveries.toSorted((a, b) => a.arrivedAt - b.arrivedAt);
}
