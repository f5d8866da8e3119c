import { dayOf } from '#contract/core/house-day';
import { type CarrierEvent, parcelAfter } from '#contract/orders/carrier-events';
import type { TaskStatus } from '#contract/orders/statuses';
import { DAY, dayAt } from './days.ts';
import { cutOffOf } from './floor.ts';
import type { Order, Parcel, Person, Picklist, Return, Work } from './model.ts';
import { iso } from './rows.ts';
import { addMove, addScan, carrierId, type Ledger, merchantOf, placeId } from './stock-rows.ts';
import { addLine, addTask, addTimeline, type TaskHead } from './task-rows.ts';

/** Rows of an order: from the shop to the customer's door. */

const SECOND = 1_000;
const CARTONS = [
  { upTo: 900, length: 250, width: 180, height: 100 },
  { upTo: 3_500, length: 350, width: 250, height: 150 },
  { upTo: Number.POSITIVE_INFINITY, length: 450, width: 350, height: 300 },
] as const;
const LEVELS: readonly [state: Parcel['events'][number]['code'] | null, status: TaskStatus][] = [
  [null, 'shipped'],
  ['picked_up', 'inTransit'],
  ['in_transit', 'inTransit'],
  ['out_for_delivery', 'inDelivery'],
  ['delivered', 'delivered'],
];

const stateOf = ({ events }: Parcel) =>
  events.reduce((state, { code }) => parcelAfter(state, code as CarrierEvent), 'handedOver' as ReturnType<typeof parcelAfter>);
const carriedTo = ({ parcels }: Work): TaskStatus => {
  const reached = parcels.map(({ events }) => LEVELS.findIndex(([code]) => code === (events.at(-1)?.code ?? null)));
  return LEVELS[Math.min(...reached)]?.[1] ?? 'shipped';
};

/** What came back makes an order a returned one. */
function afterReturn({ lines }: Order): TaskStatus | null {
  const back = lines.reduce((sum, { returned }) => sum + returned, 0);
  if (back === 0) return null;
  return back >= lines.reduce((sum, { qty }) => sum + qty, 0) ? 'retourReceived' : 'retourReceivedPartially';
}

/** The status of an order and since when. */
function reached(order: Order, back: Return | undefined): { status: TaskStatus; since: number } {
  const { work } = order;
  if (!work) return { status: 'readyToPick', since: order.at };
  const returned = afterReturn(order);
  if (returned && back?.arrivedAt) return { status: returned, since: back.arrivedAt };
  if (work.closedAt !== null) return { status: 'finish', since: work.closedAt };
  const last = Math.max(work.outAt, ...work.parcels.map(({ events }) => events.at(-1)?.at ?? 0));
  return { status: carriedTo(work), since: last };
}

function addPick(ledger: Ledger, order: Order, work: Work, merchantId: string, lineIds: ReadonlyMap<string, string>): void {
  const cartPlace = work.cart.replace('ST-', '');
  for (const [i, { id, item, qty }] of order.lines.entries()) {
    const at = work.pickedAt - (order.lines.length - 1 - i) * 12 * SECOND;
    const cartId = placeId(ledger, cartPlace);
    const act = { do: 'pick', picklistLineId: lineIds.get(id) ?? '', qty, serial: '', cartId };
    const scan = addScan(ledger, {
      at,
      station: work.cart,
      profile: 'pickingScan',
      act,
      code: item.sku,
      taskId: order.id,
      merchantId,
      by: work.picker,
    });
    const move = { at, item, qty, taskId: order.id, lineId: id, scan, by: work.picker };
    addMove(ledger, { ...move, from: { placeId: item.placeId }, to: { placeId: cartId } });
  }
}

function addParcel(ledger: Ledger, order: Order, work: Work, parcel: Parcel, seq: number, merchantId: string): void {
  const { rows } = ledger;
  const { packedAt, labelledAt, outAt, deliveredAt, packer, table, list: loading } = work;
  const { length, width, height } = CARTONS.find(({ upTo }) => parcel.grams <= upTo) ?? CARTONS[2];
  const carrier = carrierId(ledger, order.carrier);
  rows.add('parcels', packedAt, {
    id: parcel.id,
    no: parcel.no,
    task_id: order.id,
    task_no: order.no,
    merchant_id: merchantId,
    seq,
    state: stateOf(parcel),
    pieces: parcel.lines.reduce((sum, { qty }) => sum + qty, 0),
    weight: parcel.grams,
    length,
    width,
    height,
    carrier_id: carrier,
    tracking_no: parcel.trackingNo,
    label_state: 'bought',
    shipment_id: parcel.id,
    loading_list_id: loading.id,
    station_id: ledger.house.stations.get(table) ?? null,
    packed_by: packer.id,
    closed_at: iso(packedAt),
    handed_over_at: iso(outAt),
    delivered_at: deliveredAt === null ? null : iso(deliveredAt),
  });
  for (const { id, qty } of parcel.lines) rows.add('parcel_contents', packedAt, { parcel_id: parcel.id, line_id: id, qty });
  for (const { at, code, text, place } of parcel.events)
    rows.add('tracking_events', at, { id: ledger.random.uuid(at), parcel_id: parcel.id, code, text, place, at: iso(at) });
  // The simulated carrier goes on with the parcels that are under way.
  const given = parcel.events[0]?.at ?? outAt;
  if (deliveredAt === null)
    rows.add('sim_shipments', labelledAt, {
      id: parcel.id,
      serial: parcel.serial,
      carrier: order.carrier,
      reference: parcel.id,
      tracking_no: parcel.trackingNo,
      consignee: order.to,
      label: '',
      booked_at: iso(labelledAt),
      shown_at: iso(labelledAt),
      given_at: iso(given),
    });
}

function addPackAndOut(ledger: Ledger, order: Order, work: Work, parcel: Parcel, merchantId: string): void {
  const tablePlace = placeId(ledger, work.table.replace('ST-', ''));
  const cartId = placeId(ledger, work.cart.replace('ST-', ''));
  const dock = ledger.house.crew.dock[0] as Person;
  const out = { do: 'handOver', parcelId: parcel.id, loadingListId: work.list.id };
  const left = addScan(ledger, {
    at: work.outAt,
    station: 'ST-DOCK-2',
    profile: 'shippingScan',
    act: out,
    code: parcel.trackingNo,
    taskId: order.id,
    merchantId,
    by: dock,
  });
  for (const [i, { id, item, qty }] of parcel.lines.entries()) {
    const at = work.packedAt - (parcel.lines.length - i) * 9 * SECOND;
    const act = { do: 'pack', taskId: order.id, lineId: id, parcelId: parcel.id, qty, serial: '', compartmentId: tablePlace };
    const scan = addScan(ledger, {
      at,
      station: work.table,
      profile: 'packScanOrder',
      act,
      code: item.sku,
      taskId: order.id,
      merchantId,
      by: work.packer,
    });
    const goods = { item, qty, taskId: order.id, lineId: id, parcelId: parcel.id };
    addMove(ledger, { ...goods, at, scan, by: work.packer, from: { placeId: cartId }, to: { placeId: tablePlace } });
    addMove(ledger, { ...goods, at: work.outAt, scan: left, by: dock, from: { placeId: tablePlace }, to: { outside: 'customer' } });
  }
}

function addSteps({ rows, random, house }: Ledger, order: Order, back: Return | undefined): void {
  const { work } = order;
  const created = { at: order.at, command: 'created', to: 'readyToPick', by: house.office, payload: { source: 'shop' } } as const;
  if (!work) return addTimeline(rows, random, order.id, [created]);
  const [parcel] = work.parcels;
  const label = { parcel: parcel?.no ?? '', trackingNo: parcel?.trackingNo ?? '' };
  const dock = house.crew.dock[0] ?? null;
  const last = Math.max(...work.parcels.map(({ events }) => events.at(-1)?.at ?? 0));
  const status = carriedTo(work);
  const codes = [...new Set(parcel?.events.map(({ code }) => code))];
  const returned = afterReturn(order);
  addTimeline(rows, random, order.id, [
    created,
    { at: work.pickedAt, command: 'scan', to: 'readyToPack', by: work.picker, payload: { acts: ['pick'] } },
    { at: work.packedAt, command: 'scan', to: 'shipmentLabelAwaits', by: work.packer, payload: { acts: ['pack', 'closeParcel'] } },
    { at: work.labelledAt, command: 'label', to: 'packed', by: null, payload: label },
    { at: work.outAt, command: 'scan', to: 'shipped', by: dock, payload: { acts: ['load', 'handOver'] } },
    ...(status === 'shipped'
      ? []
      : [{ at: last, command: 'tracking', to: status, by: null, payload: { parcel: label.parcel, events: codes } }]),
    ...(returned && back?.arrivedAt
      ? [{ at: back.arrivedAt + SECOND, command: 'scan', to: returned, by: dock, payload: { acts: ['takeBack'] } }]
      : []),
    ...(work.closedAt === null
      ? []
      : [{ at: work.closedAt, command: 'finish', to: returned ?? 'finish', by: returned ? house.office : null }]),
  ]);
}

/** Until when an order that nobody has picked yet has to leave: today, or tomorrow if the carrier was here already. */
function dueOf(carrier: string, now: number): number {
  const today = cutOffOf(carrier, dayAt(dayOf(now)));
  return today > now ? today : cutOffOf(carrier, dayAt(dayOf(now + DAY)));
}

/** Rows of an order. `lineIds` names the picklist line of each order line; `back` is its return, if there is one. */
export function addOrder(ledger: Ledger, order: Order, now: number, lineIds: ReadonlyMap<string, string>, back: Return | undefined): void {
  const { rows } = ledger;
  const merchantId = merchantOf(ledger, order.profile.no).id;
  const { work } = order;
  const pieces = order.lines.reduce((sum, { qty }) => sum + qty, 0);
  const done = work ? pieces : 0;
  const head: TaskHead = {
    id: order.id,
    no: order.no,
    kind: 'outbound',
    at: order.at,
    merchantId,
    ...reached(order, back),
    source: 'shop',
    ref: order.ref,
    carrierId: carrierId(ledger, order.carrier),
    consignee: order.to,
    allocatedAt: order.at,
    cutOffAt: work ? work.list.at : dueOf(order.carrier, now),
    actualShipAt: work?.outAt ?? null,
    closedAt: work?.closedAt ?? null,
    pieces,
    picked: done,
    packed: done,
    shipped: done,
    parcelCount: work?.parcels.length ?? 0,
  };
  addTask(rows, head);
  for (const [i, line] of order.lines.entries()) {
    const { qty, returned } = line;
    addLine(rows, head, line, i, work ? { picked: qty, packed: qty, shipped: qty, returned } : { reserved: qty });
    if (!work)
      rows.add('reservations', order.at, { line_id: line.id, balance_id: line.item.balanceId, qty, picked: false, at: iso(order.at) });
  }
  addSteps(ledger, order, back);
  if (!work) return;
  addPick(ledger, order, work, merchantId, lineIds);
  for (const [i, parcel] of work.parcels.entries()) {
    addParcel(ledger, order, work, parcel, i + 1, merchantId);
    addPackAndOut(ledger, order, work, parcel, merchantId);
  }
}

/** Rows of a finished picklist. @returns the id of its line for each order line */
export function addPicklist(ledger: Ledger, picklist: Picklist): Map<string, string> {
  const { rows, random, house } = ledger;
  const ids = new Map<string, string>();
  const lines = picklist.orders.flatMap((order) => order.lines.map((line) => ({ order, line })));
  const pieces = lines.reduce((sum, { line }) => sum + line.qty, 0);
  rows.add('picklists', picklist.at, {
    id: picklist.id,
    no: picklist.no,
    kind: 'batch',
    state: 'done',
    merchant_id: picklist.merchant === null ? null : merchantOf(ledger, picklist.merchant).id,
    picker_id: picklist.picker.id,
    cart_id: house.places.get(picklist.cart.replace('ST-', '')) ?? null,
    orders: picklist.orders.length,
    lines: lines.length,
    pieces,
    picked: pieces,
    printed_at: iso(picklist.at),
    started_at: iso(picklist.at + 60 * SECOND),
    done_at: iso(picklist.doneAt),
  });
  for (const [i, { order, line }] of lines.entries()) {
    const id = random.uuid(picklist.at);
    ids.set(line.id, id);
    const { item, qty } = line;
    rows.add('picklist_lines', picklist.at, {
      id,
      picklist_id: picklist.id,
      task_id: order.id,
      line_id: line.id,
      balance_id: item.balanceId,
      compartment_id: item.placeId,
      item_id: item.id,
      seq: i + 1,
      qty,
      picked: qty,
      open: false,
    });
  }
  return ids;
}

/** Rows of the loading lists: each has left with its carrier. */
export function addLoadingLists(ledger: Ledger, lists: readonly Work['list'][]): void {
  for (const { id, no, carrier, at, vehicle, driver, parcels, grams } of lists)
    ledger.rows.add('loading_lists', at - 40 * 60 * SECOND, {
      id,
      no,
      carrier_id: carrierId(ledger, carrier),
      dock_id: placeId(ledger, 'DOCK-2'),
      vehicle,
      driver,
      state: 'closed',
      parcels,
      weight: grams,
      handed_over_at: iso(at),
    });
}
