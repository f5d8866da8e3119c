import { someone } from './addresses.ts';
import { FURTHER_ITEMS, KNOWN_ITEMS, PROFILES, type Profile } from './assortment.ts';
import { busyness, type Day, HOUR, MINUTE, saleDay } from './days.ts';
import type { House, Item, Order } from './model.ts';
import type { Random } from './random.ts';

/** What customers ordered: when, what and how much. */

export const ORDER_COUNT = 6_000;

/** Orders by hour of the day: before noon, and in the evening. */
const HOURS = [5, 2, 1, 1, 1, 3, 10, 22, 36, 48, 54, 52, 47, 44, 42, 43, 46, 50, 55, 66, 72, 64, 40, 16];
const HOUR_LIST = HOURS.map((weight, hour) => ({ hour, weight }));
const LINE_COUNTS = [
  { n: 1, weight: 58 },
  { n: 2, weight: 27 },
  { n: 3, weight: 11 },
  { n: 4, weight: 4 },
];

/** Items with their shelf. @throws Error if the house does not have an item of the assortment */
export function itemsOf(random: Random, house: House, at: number): Item[] {
  const shelves = [...house.places].filter(([code]) => /^P\d-/.test(code)).toSorted(([a], [b]) => a.localeCompare(b));
  const known = KNOWN_ITEMS.map(([sku, often]) => ({ sku, often, soldOut: true }));
  const further = FURTHER_ITEMS.map(({ sku, often }) => ({ sku, often, soldOut: false }));
  return [...further, ...known].map(({ sku, ...more }, i) => {
    const item = house.items.get(sku);
    const shelf = shelves[i % shelves.length];
    if (!item || !shelf) throw new Error(`the sample has no item ${sku} or no shelf for it`);
    return { ...item, ...more, placeId: shelf[1], balanceId: random.uuid(at) };
  });
}

/** Orders of each day and merchant; together `total`. */
function countsOf(random: Random, days: readonly Day[], total: number): { day: Day; profile: Profile; n: number }[] {
  const sale = saleDay(days);
  const cells = days.flatMap((day, i) =>
    PROFILES.map((profile) => {
      const noise = 0.88 + random.next() * 0.24;
      return { day, profile, weight: profile.share * busyness(day, i / days.length, sale, profile.growth, profile.sale) * noise };
    }),
  );
  const scale = total / cells.reduce((sum, { weight }) => sum + weight, 0);
  // The fraction that is cut off is carried on, so that the counts add up to the total.
  let carried = 0.5;
  return cells.map(({ day, profile, weight }) => {
    const exact = weight * scale + carried;
    const n = Math.floor(exact);
    carried = exact - n;
    return { day, profile, n };
  });
}

function quantity(random: Random, isBusiness: boolean): number {
  if (isBusiness) return random.int(1, 4) * 6;
  return random.chance(0.72) ? 1 : random.chance(0.7) ? 2 : random.int(3, 5);
}

function oneOrder(random: Random, profile: Profile, own: readonly Item[], at: number): Omit<Order, 'ref'> {
  const isBusiness = random.chance(profile.business);
  const wanted = isBusiness ? random.int(2, 5) : random.weighted(LINE_COUNTS, ({ weight }) => weight).n;
  const chosen = new Set<Item>();
  while (chosen.size < wanted) chosen.add(random.weighted(own, ({ often }) => often));
  const [carrier] = random.weighted(profile.carriers, ([, weight]) => weight);
  const [country] = random.weighted(profile.countries, ([, weight]) => weight);
  return {
    id: random.uuid(at),
    no: '',
    at,
    profile,
    carrier,
    to: someone(random, country, isBusiness),
    lines: [...chosen].map((item) => ({ id: random.uuid(at), item, qty: quantity(random, isBusiness), returned: 0 })),
    work: null,
  };
}

/** All orders, oldest first, with the references of their shops. */
export function ordersOf(random: Random, days: readonly Day[], items: readonly Item[], total = ORDER_COUNT): Order[] {
  const own = new Map(PROFILES.map(({ no }) => [no, items.filter(({ merchant }) => merchant === no)]));
  const orders = countsOf(random, days, total).flatMap(({ day, profile, n }) =>
    Array.from({ length: n }, () => {
      const { hour } = random.weighted(HOUR_LIST, ({ weight }) => weight);
      return oneOrder(random, profile, own.get(profile.no) ?? [], day.start + hour * HOUR + random.int(0, 60 * MINUTE - 1));
    }),
  );
  const refs = new Map(PROFILES.map(({ no, firstRef }) => [no, firstRef]));
  return orders
    .toSorted((a, b) => a.at - b.at)
    .map((order) => {
      const { no, prefix } = order.profile;
      const ref = (refs.get(no) ?? 0) + random.int(1, 3);
      refs.set(no, ref);
      return { ...order, ref: `${prefix}${ref}` };
    });
}
