import { addDays } from '#contract/core/house-day';
import { trackingNumber } from '../../modules/shipping/numbers.ts';
import { DAY, type Day, dateOf, dayAt, HOUR, MINUTE, workday } from './days.ts';
import type { House, LoadingList, Order, Parcel, Person, Picklist } from './model.ts';
import type { Random } from './random.ts';

/** The work in the halls: which wave an order is picked in, who packs it, when it leaves and when it arrives. */

const SECOND = 1_000;
/** Minutes of the day at which picklists are made. */
const WAVES = [8 * 60, 10 * 60 + 15, 12 * 60 + 45, 14 * 60 + 45];
/** An order must be in this long before a wave. */
const LEAD = 15 * MINUTE;
/** Orders on one picklist. */
const BATCH = 12;
/** Minute of the day at which each carrier fetches, with its vehicle and driver. */
const PICKUPS: Record<string, { minute: number; vehicle: string; drivers: readonly string[] }> = {
  DHL: { minute: 16 * 60 + 30, vehicle: 'HH-DL 4711', drivers: ['Jonas Behrens', 'Kerstin Wulff'] },
  DPD: { minute: 17 * 60, vehicle: 'HH-PD 220', drivers: ['Samira Aydin', 'Timo Rehder'] },
  UPS: { minute: 18 * 60, vehicle: 'HH-UP 1805', drivers: ['Piotr Nowak', 'Björn Stahl'] },
};
const pickupOf = (carrier: string) => PICKUPS[carrier] ?? { minute: 17 * 60, vehicle: '', drivers: [''] };
/** The last parcels of a day leave with what the carrier fetches at its cut-off, in milliseconds of the day. */
export const cutOffOf = (carrier: string, day: Day): number => day.start + pickupOf(carrier).minute * MINUTE;

const TABLES = ['ST-PACK-1', 'ST-PACK-2', 'ST-PACK-3'];
const CARTS = ['ST-CART-1', 'ST-CART-2', 'ST-CART-3', 'ST-CART-4'];
const PACKAGING = 180;
/** A parcel above this weight is split if the order has several lines. */
const HEAVY = 12_000;

type Hall = {
  random: Random;
  house: House;
  now: number;
  picklists: Picklist[];
  lists: LoadingList[];
  serial: number;
  freeFrom: Map<string, number>;
};

/** Until noon the first half of the people work, then the others. */
const onShift = <T>(people: readonly T[], day: Day, at: number, n: number): T => {
  const half = Math.ceil(people.length / 2);
  const now = at < day.start + 12 * HOUR ? people.slice(0, half) : people.slice(-half);
  return now[n % now.length] as T;
};

function parcelsOf({ random, ...hall }: Hall, order: Order, at: number): { parcels: Parcel[]; serial: number } {
  const gramsOf = (lines: Order['lines']): number => lines.reduce((sum, { item, qty }) => sum + item.grams * qty, 0);
  const count = Math.min(order.lines.length, Math.ceil(gramsOf(order.lines) / HEAVY));
  const parcels = Array.from({ length: count }, (_, n): Parcel => {
    const lines = order.lines.filter((_line, i) => i % count === n);
    const serial = hall.serial + n + 1;
    const trackingNo = trackingNumber(order.carrier, serial);
    return { id: random.uuid(at), no: '', lines, grams: gramsOf(lines) + PACKAGING, trackingNo, serial, events: [] };
  });
  return { parcels, serial: hall.serial + count };
}

/** When a parcel arrives: mostly on the next day, never on a Sunday. */
function arrival(random: Random, outAt: number): number {
  const days = random.weighted([1, 2, 3], (n) => [0, 72, 22, 6][n] ?? 0);
  let date = addDays(dateOf(outAt), days);
  if (dayAt(date).weekday === 0) date = addDays(date, 1);
  return dayAt(date).start + random.int(9 * 60, 17 * 60) * MINUTE + random.int(0, 59) * SECOND;
}

/** Hours after pick-up at which the simulated carrier reports these events (server/modules/shipping/simulated.ts). */
const ON_THE_WAY = [
  { code: 'picked_up', hours: 0, text: 'Picked up' },
  { code: 'in_transit', hours: 3, text: 'In the parcel centre of departure' },
  { code: 'in_transit', hours: 12, text: 'In the parcel centre of destination' },
  { code: 'out_for_delivery', hours: 18, text: 'Out for delivery' },
] as const;

/** Events of the carrier until now. Those of parcels under way are those that the simulated carrier will report, too. */
function follow(random: Random, parcel: Parcel, city: string, outAt: number, deliveredAt: number, now: number): boolean {
  if (deliveredAt > now) {
    const given = Math.max(outAt, now - random.int(2, 20) * HOUR);
    const events = ON_THE_WAY.map(({ code, hours, text }) => ({ code, text, at: given + hours * HOUR, place: hours === 0 ? '' : city }));
    parcel.events.push(...events.filter(({ at }) => at <= now));
    return false;
  }
  const morning = deliveredAt - random.int(70, 240) * MINUTE;
  parcel.events.push(
    { code: 'picked_up', at: outAt + 25 * MINUTE, text: 'Picked up', place: '' },
    { code: 'in_transit', at: outAt + random.int(3, 6) * HOUR, text: 'In the parcel centre of destination', place: city },
    { code: 'out_for_delivery', at: morning, text: 'Out for delivery', place: city },
    { code: 'delivered', at: deliveredAt, text: 'Delivered', place: city },
  );
  return true;
}

function listOf(hall: Hall, carrier: string, day: Day): LoadingList {
  const at = cutOffOf(carrier, day);
  const found = hall.lists.findLast((list) => list.carrier === carrier);
  if (found && found.at === at) return found;
  const { vehicle, drivers } = pickupOf(carrier);
  const made = { id: hall.random.uuid(at), no: '', carrier, at, vehicle, driver: hall.random.pick(drivers), parcels: 0, grams: 0 };
  hall.lists.push(made);
  return made;
}

type Batch = { orders: Order[]; picklist: Picklist; cart: string };

/** Packs an order of a batch and sends it. */
function packAndSend(hall: Hall, order: Order, { picklist, cart }: Batch, day: Day, pickedAt: number, table: string, packer: Person): void {
  const { random, now } = hall;
  const packedAt = Math.max(hall.freeFrom.get(table) ?? 0, picklist.doneAt + 4 * MINUTE) + random.int(55, 130) * SECOND;
  hall.freeFrom.set(table, packedAt);
  const labelledAt = packedAt + random.int(3, 9) * SECOND;
  const { parcels, serial } = parcelsOf(hall, order, packedAt);
  hall.serial = serial;
  const list = listOf(hall, order.carrier, day);
  const outAt = Math.max(list.at - 12 * MINUTE + (list.parcels % 240) * 3 * SECOND, labelledAt + 3 * MINUTE);
  list.parcels += parcels.length;
  list.grams += parcels.reduce((sum, { grams }) => sum + grams, 0);
  const arrived = arrival(random, outAt);
  const isThere = parcels.map((parcel) => follow(random, parcel, order.to.city, outAt, arrived, now)).every(Boolean);
  const deliveredAt = isThere ? arrived : null;
  const closes = arrived + 14 * DAY + 5 * HOUR;
  const closedAt = isThere && closes < now ? closes : null;
  const { picker } = picklist;
  order.work = { picklist, picker, cart, packer, table, pickedAt, packedAt, labelledAt, outAt, deliveredAt, closedAt, parcels, list };
}

function pickBatch(hall: Hall, orders: Order[], n: number, day: Day, wave: number): void {
  const { random, house } = hall;
  const picker = onShift(house.crew.pick, day, wave, n);
  const cart = CARTS[n % CARTS.length] as string;
  const begin = Math.max(wave + random.int(60, 300) * SECOND, hall.freeFrom.get(picker.id) ?? 0);
  const merchants = new Set(orders.map(({ profile }) => profile.no));
  const merchant = merchants.size === 1 ? (orders[0]?.profile.no ?? null) : null;
  const picklist: Picklist = { id: random.uuid(wave), no: '', at: wave, doneAt: begin, merchant, picker, cart, orders };
  hall.picklists.push(picklist);
  const pickedAt = orders.map(({ lines }) => {
    picklist.doneAt += lines.reduce((sum) => sum + random.int(14, 38) * SECOND, 0);
    return picklist.doneAt;
  });
  hall.freeFrom.set(picker.id, picklist.doneAt + 2 * MINUTE);
  const at = n % TABLES.length;
  const packer = onShift(house.crew.pack, day, picklist.doneAt, at);
  for (const [i, order] of orders.entries())
    packAndSend(hall, order, { orders, picklist, cart }, day, pickedAt[i] ?? begin, TABLES[at] as string, packer);
}

/**
 * Lets the halls work off the orders. Those that came after the last wave of yesterday stay without work.
 * @returns picklists and loading lists, oldest first
 */
export function work(
  random: Random,
  house: House,
  orders: readonly Order[],
  days: readonly Day[],
  now: number,
): Pick<Hall, 'picklists' | 'lists' | 'serial'> {
  const hall: Hall = { random, house, now, picklists: [], lists: [], serial: 0, freeFrom: new Map() };
  let next = 0;
  for (const day of days.filter(({ isOpen }) => isOpen)) {
    for (const minute of WAVES) {
      const wave = day.start + minute * MINUTE;
      const from = next;
      while ((orders[next]?.at ?? Number.POSITIVE_INFINITY) <= wave - LEAD) next += 1;
      // The carrier that comes first is picked first.
      const due = orders
        .slice(from, next)
        .toSorted((a, b) => pickupOf(a.carrier).minute - pickupOf(b.carrier).minute || a.profile.no.localeCompare(b.profile.no));
      for (let n = 0; n * BATCH < due.length; n += 1) pickBatch(hall, due.slice(n * BATCH, (n + 1) * BATCH), n, day, wave);
    }
  }
  return hall;
}

/** The next working day after an instant. */
export const nextWorkday = (at: number): Day => workday(addDays(dateOf(at), 1));
