import type { Steps } from '../../core/steps.ts';
import { addCount, countDays } from './counts.ts';
import { type Day, daysBefore } from './days.ts';
import { work } from './floor.ts';
import { addDelivery, addReturn } from './inbound-rows.ts';
import type { House, Plan } from './model.ts';
import { addLoadingLists, addOrder, addPicklist } from './order-rows.ts';
import { itemsOf, ORDER_COUNT, ordersOf } from './orders.ts';
import { seeded, seedOf } from './random.ts';
import { returnsOf } from './returns.ts';
import type { Rows } from './rows.ts';
import { addShifts } from './staff.ts';
import { addBalances, makeStock, type Stock } from './stock.ts';
import { type Ledger, writeScans } from './stock-rows.ts';
import { deliveriesOf } from './supply.ts';
import { addTickets } from './tickets.ts';

/** First numbers of the house's documents (server/modules/stock/move-functions.sql). */
const FIRST = { task: 10_001, parcel: 100_001, picklist: 1_001, list: 1_001, ticket: 1_001, count: 1_001 };
/** The next numbers after the history. `serial` is the last one of the simulated carriers. */
export type Numbers = { task: number; parcel: number; picklist: number; list: number; ticket: number; count: number; serial: number };
export type History = { plan: Plan; rows: Rows; next: Numbers };

/** Gives numbers to all documents in the order in which they were made. */
function number({ orders, deliveries, returns, picklists, lists }: Plan, serial: number): Numbers {
  const next = { ...FIRST, serial };
  const boxes = deliveries.flatMap(({ box }) => (box ? [{ at: box.sailedAt, document: box, prefix: 'C-' }] : []));
  const documents = [
    ...orders.map((document) => ({ at: document.at, document, prefix: 'O-' })),
    ...deliveries.map((document) => ({ at: document.announcedAt, document, prefix: 'IN-' })),
    ...returns.map((document) => ({ at: document.at, document, prefix: 'R-' })),
    ...boxes,
  ];
  for (const { document, prefix } of documents.toSorted((a, b) => a.at - b.at)) document.no = `${prefix}${next.task++}`;
  const parcels = orders.flatMap(({ work: done }) => done?.parcels.map((parcel) => ({ at: done.packedAt, parcel })) ?? []);
  for (const { parcel } of parcels.toSorted((a, b) => a.at - b.at)) parcel.no = `P-${next.parcel++}`;
  for (const picklist of picklists) picklist.no = `PL-${next.picklist++}`;
  for (const list of lists.toSorted((a, b) => a.at - b.at)) list.no = `LL-${next.list++}`;
  return next;
}

/** Brings the stock up to today, move by move, and counts shelves on the way. */
function countOnTheWay(ledger: Ledger, stock: Stock, { items }: Plan, days: readonly Day[], next: Numbers): void {
  const counts = countDays(days);
  for (const move of ledger.moves.toSorted((a, b) => a.at - b.at)) {
    while (counts[0] && counts[0].at < move.at)
      addCount(ledger, stock, items, counts.shift() as (typeof counts)[number], next.count, `CC-${next.count++}`);
    stock.apply(move);
  }
}

/**
 * Makes the 90 days before today, as rows, in short steps: after each one the rows that are there can be copied while the next are made.
 * The same house, day and instant give the same rows.
 * @param today day of the start in the house's time zone
 * @param now instant of the start; what would happen later has not happened yet
 * @throws Error if the plan takes goods from a shelf where they are not
 */
export function* historyInSteps(rows: Rows, house: House, today: string, now: number, orderCount = ORDER_COUNT): Steps<History> {
  const random = seeded(seedOf(today));
  const days = daysBefore(today);
  const began = days[0]?.start ?? now;
  const items = itemsOf(random, house, began);
  const orders = ordersOf(random, days, items, orderCount);
  yield;
  const { picklists, lists, serial } = work(random, house, orders, days, now);
  yield;
  const returns = returnsOf(random, orders, now);
  const deliveries = deliveriesOf(random, days, orders);
  const plan: Plan = { now, today, items, orders, picklists, lists, deliveries, returns };
  const next = number(plan, serial);
  const ledger: Ledger = { random, house, rows, moves: [], scans: [] };
  for (const delivery of deliveries) {
    addDelivery(ledger, delivery);
    yield;
  }
  addLoadingLists(ledger, lists);
  const lineIds = new Map<string, string>();
  for (const picklist of picklists) {
    for (const [line, id] of addPicklist(ledger, picklist)) lineIds.set(line, id);
    yield;
  }
  const backs = new Map(returns.map((back) => [back.order.id, back]));
  for (const order of orders) {
    addOrder(ledger, order, now, lineIds, backs.get(order.id));
    yield;
  }
  for (const back of returns) addReturn(ledger, back);
  const stock = makeStock();
  countOnTheWay(ledger, stock, plan, days, next);
  yield;
  next.ticket = addTickets(ledger, orders, now, next.ticket);
  addShifts(ledger, days);
  addBalances(rows, random, house, items, stock, began);
  yield* writeScans(ledger);
  return { plan, rows, next };
}
