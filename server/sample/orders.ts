import { sql } from 'drizzle-orm';
import { addDays, houseToday } from '#contract/core/house-day';
import { NewTask } from '#contract/orders/tasks';
import type { ScanCommand } from '#contract/scanning/commands';
import type { Db } from '../core/db/client.ts';
import { type Row, statement } from '../core/db/statement.ts';
import { runCommand } from '../modules/orders/commands.ts';
import { createTask } from '../modules/orders/create.ts';
import { makePicklists, markPrinted } from '../modules/orders/make-picklist.ts';
import { taskLines } from '../modules/orders/task-lines/table.ts';
import { labelDue } from '../modules/shipping/labels.ts';
import type { CarrierContext } from '../modules/shipping/registry.ts';
import { stockBalances } from '../modules/stock/stock-balances/table.ts';
import { picklistLines } from '../modules/stock/tables.ts';
import { type Names, named, namesOf, newIds, scan } from './crew.ts';
import { type Arrival, DELIVERIES, ORDERS, type Order, PEOPLE, REACHES, type Reach } from './order-list.ts';

const findLines = statement(
  { id: taskLines.id, itemId: taskLines.itemId, sku: taskLines.sku, qty: taskLines.ordered },
  ({ taskId }: { taskId: string }) =>
    sql`select id, item_id, sku, ordered as qty from task_lines where task_id = ${taskId}::uuid order by position`,
);
const findWalks = statement(
  { id: picklistLines.id, qty: picklistLines.qty, sku: stockBalances.sku },
  ({ picklistId }: { picklistId: string }) => sql`select q.id, q.qty, b.sku
    from picklist_lines q join stock_balances b on b.id = q.balance_id where q.picklist_id = ${picklistId}::uuid order by q.seq`,
);

type Line = Row<typeof findLines>;
type Made = { order: Order; id: string; lines: Line[]; parcelId: string };

const goods = { lot: '', expiry: null, serial: '', condition: 'good' } as const;
const ARRIVALS: readonly Arrival[] = ['announced', 'receiving', 'short', 'counted', 'partlyAway', 'away'];

/** Books the deliveries. Goods that are put away can be sold. */
async function takeIn(tx: Db, names: Names): Promise<void> {
  const dock = named(names.places, 'DOCK-1');
  const shelves = [...names.places].filter(([code]) => /^\d/.test(code)).map(([, id]) => id);
  for (const [n, { merchant, reach, lines: wanted, from, inDays }] of DELIVERIES.entries()) {
    const at = ARRIVALS.indexOf(reach);
    const lines = wanted.map(([sku, qty]) => ({ sku, qty }));
    const input = NewTask.parse({
      kind: 'inbound',
      merchantId: named(names.merchants, merchant),
      pickupFrom: from,
      ...(inDays === undefined ? {} : { pickupDate: addDays(houseToday(), inDays) }),
      refOrderId: `PO-${7001 + n}`,
      lines,
    });
    const taskId = await createTask(tx, input, names.office);
    const made = await findLines(tx, { taskId });
    if (at === 0) continue;
    const counted = ({ qty }: Line): number => (reach === 'receiving' ? Math.ceil(qty / 2) : reach === 'short' ? qty - 1 : qty);
    const receive = made.map((line) => {
      const act: ScanCommand = {
        do: 'receive',
        taskId,
        lineId: line.id,
        itemId: line.itemId,
        qty: counted(line),
        compartmentId: dock,
        reason: '',
        ...goods,
      };
      return { act, code: line.sku };
    });
    const closed = {
      act: { do: 'closeReceipt', taskId, reason: reach === 'short' ? 'One carton is crushed.' : '' } as const,
      code: input.refOrderId,
    };
    await scan(tx, names, 'ST-DOCK-1', 'receivingScan', at >= 2 ? [...receive, closed] : receive);
    const away = at >= 5 ? made : at === 4 ? made.slice(0, 1) : [];
    const put = away.map((line, i) => {
      const toId = shelves[(n * 11 + i * 4) % shelves.length] ?? dock;
      return { act: { do: 'putAway', taskId, itemId: line.itemId, qty: line.qty, fromId: dock, toId, ...goods } as const, code: line.sku };
    });
    await scan(tx, names, 'ST-DOCK-1', 'putAway', put);
  }
}

const atLeast = (reach: Reach, { order }: Made): boolean => REACHES.indexOf(order.reach) >= REACHES.indexOf(reach);

/** Milliseconds between two orders of the shop. */
const ORDERED_EVERY = 7 * 60_000;

async function order(tx: Db, names: Names): Promise<Made[]> {
  const parcels = await newIds(tx, ORDERS.length);
  const made: Made[] = [];
  for (const [n, one] of ORDERS.entries()) {
    const input = NewTask.parse({
      kind: 'outbound',
      merchantId: named(names.merchants, one.merchant),
      source: 'shop',
      refOrderId: `#${one.ref}`,
      // The shop took them over the last hours, the newest last.
      orderedAt: new Date(Date.now() - (ORDERS.length - n) * ORDERED_EVERY).toISOString(),
      carrierId: named(names.carriers, one.carrier),
      consignee: PEOPLE[one.to],
      priority: one.priority ?? 'normal',
      lines: one.lines.map(([sku, qty]) => ({ sku, qty })),
    });
    const id = await createTask(tx, input, names.office);
    made.push({ order: one, id, lines: await findLines(tx, { taskId: id }), parcelId: parcels[n] ?? '' });
  }
  return made;
}

async function pick(tx: Db, names: Names, made: readonly Made[]): Promise<void> {
  for (const one of made.filter((each) => atLeast('listed', each))) {
    const [list] = await makePicklists(tx, { kind: 'order', taskIds: [one.id], carrierId: null, zone: '', size: 1 }, names.office);
    if (list && atLeast('printed', one)) await markPrinted(tx, list, names.office);
    if (!list || !atLeast('picked', one)) continue;
    const walks = await findWalks(tx, { picklistId: list });
    const cartId = named(names.places, 'CART-1');
    const picks = walks.map(({ id, qty, sku }) => {
      const act: ScanCommand = { do: 'pick', picklistLineId: id, qty, serial: '', cartId };
      return { act, code: sku };
    });
    await scan(tx, names, 'ST-CART-1', 'pickingScan', picks);
  }
}

async function pack(tx: Db, names: Names, made: readonly Made[]): Promise<void> {
  for (const one of made.filter((each) => atLeast('partlyPacked', each))) {
    const { id: taskId, parcelId, lines } = one;
    const some = one.order.reach === 'partlyPacked' ? lines.slice(0, 1) : lines;
    const packed = some.map((line) => {
      const act: ScanCommand = {
        do: 'pack',
        taskId,
        lineId: line.id,
        parcelId,
        qty: line.qty,
        serial: '',
        compartmentId: named(names.places, 'PACK-1'),
      };
      return { act, code: line.sku };
    });
    // Only shipped parcels are measured. Parcels of the carrier that requires sizes are still waiting on the table.
    const sizes = atLeast('loaded', one) ? { length: 400, width: 300, height: 200 } : { length: null, width: null, height: null };
    const weight = atLeast('weighed', one) ? 400 + 300 * lines.reduce((sum, line) => sum + line.qty, 0) : null;
    const shut = { act: { do: 'closeParcel', taskId, parcelId, weight, ...sizes } as const, code: one.order.ref };
    await scan(tx, names, 'ST-PACK-1', 'packScanOrder', atLeast('boxShut', one) ? [...packed, shut] : packed);
  }
}

async function ship(tx: Db, names: Names, made: readonly Made[]): Promise<void> {
  for (const one of made.filter((each) => atLeast('loaded', each))) {
    const { parcelId, order: each } = one;
    const loadingListId = named(names.lists, each.carrier);
    const load = { act: { do: 'load', parcelId, loadingListId } as const, code: each.ref };
    const over = { act: { do: 'handOver', parcelId, loadingListId } as const, code: each.ref };
    await scan(tx, names, 'ST-DOCK-2', 'shippingScan', atLeast('gone', one) ? [load, over] : [load]);
  }
  for (const { id, order: each } of made)
    if (each.after)
      await runCommand(tx, id, each.after.command, { reason: each.after.reason, blocker: each.after.blocker, by: names.office });
}

/** Loads orders and deliveries in the states of an ordinary day, with the same functions as real ones. Requires the sample business. */
export async function loadOrders(context: CarrierContext): Promise<void> {
  const inOne = <T>(run: (tx: Db) => Promise<T>): Promise<T> => context.db.transaction(run);
  const names = await inOne(namesOf);
  const made = await inOne(async (tx) => {
    await takeIn(tx, names);
    const orders = await order(tx, names);
    await pick(tx, names, orders);
    await pack(tx, names, orders);
    return orders;
  });
  await labelDue(context);
  await inOne((tx) => ship(tx, names, made));
}
