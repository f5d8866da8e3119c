import { DAY, dateOf, HOUR } from './days.ts';
import type { Delivery, Person, Return } from './model.ts';
import { iso } from './rows.ts';
import { addMove, addScan, carrierId, type Ledger, merchantOf, placeId } from './stock-rows.ts';
import { addLine, addTask, addTimeline, type TaskHead } from './task-rows.ts';

/** Rows of goods that come in: deliveries, the containers they came in, and returns. */

const SECOND = 1_000;
const goods = { lot: '', expiry: null, serial: '', condition: 'good' } as const;

function addContainer(ledger: Ledger, delivery: Delivery): void {
  const { rows, random, house } = ledger;
  const { box, merchant, arrivedAt, id: inboundId } = delivery;
  if (!box) return;
  const merchantId = merchantOf(ledger, merchant).id;
  const announced = box.sailedAt - 5 * DAY;
  const came = arrivedAt - DAY;
  const finished = arrivedAt + 6 * HOUR;
  const head: TaskHead = {
    id: box.id,
    no: box.no,
    kind: 'container',
    at: announced,
    merchantId,
    status: 'finish',
    since: finished,
    source: 'container',
    labelSource: 'none',
    underWayAt: box.sailedAt,
    arrivedAt: came,
    closedAt: finished,
  };
  addTask(rows, head);
  addTimeline(rows, random, box.id, [
    { at: announced, command: 'created', to: null, by: house.office, payload: { source: 'container' } },
    { at: box.sailedAt, command: 'markUnderWay', to: 'inTransit', by: house.office },
    { at: came, command: 'markArrived', to: 'delivered', by: house.office },
    { at: finished, command: 'finish', to: 'finish', by: house.office },
  ]);
  rows.add('containers', announced, {
    id: box.id,
    no: box.no,
    merchant_id: merchantId,
    status: 'finish',
    status_since: iso(finished),
    under_way_at: iso(box.sailedAt),
    arrived_at: iso(came),
    container_no: box.containerNo,
    seal_no: box.seal,
    shipping_line: box.line,
    vessel: box.vessel,
    voyage: box.voyage,
    port_of_loading: box.port,
    port_of_discharge: 'DEHAM',
    terminal: 'Burchardkai',
    etd: dateOf(box.sailedAt),
    eta: dateOf(came),
    packing_list: delivery.lines.map(({ item, qty }) => `${item.sku} ${qty}`).join('\n'),
    devanned_at: iso(arrivedAt),
    inbound_id: inboundId,
  });
}

/** Rows of a delivery that was counted at the dock and put on its shelves. */
export function addDelivery(ledger: Ledger, delivery: Delivery): void {
  const { rows, random, house } = ledger;
  const { id, no, announcedAt, arrivedAt, awayAt, lines } = delivery;
  const merchantId = merchantOf(ledger, delivery.merchant).id;
  const dock = placeId(ledger, 'DOCK-1');
  const by = house.crew.dock.at(-1) as Person;
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0);
  const countedAt = arrivedAt + (lines.length + 1) * 150 * SECOND;
  const head: TaskHead = {
    id,
    no,
    kind: 'inbound',
    at: announcedAt,
    merchantId,
    status: 'inbounded',
    since: awayAt,
    source: delivery.box ? 'container' : 'manual',
    ref: delivery.ref,
    pickupDate: delivery.date,
    pickupFrom: delivery.supplier,
    pieces,
    received: pieces,
    putAway: pieces,
    arrivedAt,
    receiptClosedAt: countedAt,
    preparedAt: countedAt,
  };
  addTask(rows, head);
  addTimeline(rows, random, id, [
    { at: announcedAt, command: 'created', to: 'receiptPending', by: house.office, payload: { source: head.source } },
    { at: countedAt, command: 'scan', to: 'readyToInbound', by, payload: { acts: ['receive', 'closeReceipt'] } },
    { at: awayAt, command: 'scan', to: 'inbounded', by, payload: { acts: ['putAway'] } },
  ]);
  const scanned = { station: 'ST-DOCK-1', taskId: id, merchantId, by };
  for (const [i, line] of lines.entries()) {
    const { item, qty } = line;
    addLine(rows, head, line, i, { received: qty, putAway: qty });
    const move = { item, qty, taskId: id, lineId: line.id, by };
    const counted = arrivedAt + i * 150 * SECOND;
    const receive = { do: 'receive', taskId: id, lineId: line.id, itemId: item.id, qty, compartmentId: dock, reason: '', ...goods };
    const first = addScan(ledger, { ...scanned, at: counted, profile: 'receivingScan', act: receive, code: item.sku });
    addMove(ledger, { ...move, at: counted, scan: first, from: { outside: 'supplier' }, to: { placeId: dock } });
    const away = awayAt - (lines.length - 1 - i) * 45 * SECOND;
    const put = { do: 'putAway', taskId: id, itemId: item.id, qty, fromId: dock, toId: item.placeId, ...goods };
    const second = addScan(ledger, { ...scanned, at: away, profile: 'putAway', act: put, code: item.sku });
    addMove(ledger, { ...move, at: away, scan: second, from: { placeId: dock }, to: { placeId: item.placeId } });
  }
  addContainer(ledger, delivery);
}

/** Rows of a return: expected, or inspected and put away. */
export function addReturn(ledger: Ledger, back: Return): void {
  const { rows, random, house } = ledger;
  const { id, no, at, order, arrivedAt, awayAt, closedAt, lines } = back;
  const merchantId = merchantOf(ledger, order.profile.no).id;
  const table = placeId(ledger, 'RETURNS-1');
  const by = house.crew.dock[0] as Person;
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0);
  const scrapped = lines.every(({ outcome }) => outcome === 'scrap');
  const done = scrapped ? arrivedAt : awayAt;
  const head: TaskHead = {
    id,
    no,
    kind: 'retour',
    at,
    merchantId,
    status: closedAt !== null ? 'finish' : done === null ? 'receiptPending' : 'inbounded',
    since: closedAt ?? done ?? at,
    source: 'retour',
    carrierId: carrierId(ledger, order.carrier),
    labelSource: 'none',
    consignor: order.to,
    consignee: house.storehouse,
    remark: back.remark,
    retourNo: `R${order.no.replaceAll(/\D/g, '')}`,
    parentId: order.id,
    pieces,
    received: done === null ? 0 : pieces,
    putAway: done === null ? 0 : lines.reduce((sum, { qty, outcome }) => sum + (outcome === 'scrap' ? 0 : qty), 0),
    arrivedAt,
    receiptClosedAt: done,
    preparedAt: done,
    closedAt,
  };
  addTask(rows, head);
  const taken = scrapped ? 'inbounded' : 'readyToInbound';
  addTimeline(rows, random, id, [
    { at, command: 'created', to: 'receiptPending', by: house.office, payload: { source: 'retour' } },
    ...(arrivedAt === null ? [] : [{ at: arrivedAt, command: 'scan', to: taken, by, payload: { acts: ['takeBack'] } } as const]),
    ...(awayAt === null || scrapped ? [] : [{ at: awayAt, command: 'scan', to: 'inbounded', by, payload: { acts: ['putAway'] } } as const]),
    ...(closedAt === null ? [] : [{ at: closedAt, command: 'finish', to: 'finish', by: house.office } as const]),
  ]);
  for (const [i, line] of lines.entries()) addReturnLine(ledger, head, back, line, i, { table, by });
}

function addReturnLine(
  ledger: Ledger,
  head: TaskHead,
  { arrivedAt, awayAt, reason }: Return,
  { id, of, qty, outcome }: Return['lines'][number],
  i: number,
  { table, by }: { table: string; by: Person },
): void {
  const { item } = of;
  const isKept = outcome !== 'scrap';
  const counts = isKept ? { received: qty, putAway: qty } : { received: qty, damaged: qty, disposed: qty };
  addLine(ledger.rows, head, { id, item, qty, orderLineId: of.id, returnReason: reason }, i, arrivedAt === null ? {} : counts);
  if (arrivedAt === null || awayAt === null) return;
  const condition = outcome === 'bWare' ? 'bWare' : isKept ? 'good' : 'damaged';
  const { merchantId, id: taskId } = head;
  const at = arrivedAt - (20 - i) * SECOND;
  const scanned = { station: 'ST-RETURNS', taskId, merchantId, by, code: item.sku };
  const act = {
    do: 'takeBack',
    taskId,
    lineId: id,
    itemId: item.id,
    qty,
    compartmentId: table,
    outcome,
    note: '',
    lot: '',
    expiry: null,
    serial: '',
  };
  const first = addScan(ledger, { ...scanned, at, profile: 'return', act });
  const move = { item, qty, condition, taskId, lineId: id, by } as const;
  addMove(ledger, {
    ...move,
    at,
    scan: first,
    reason: outcome,
    from: { outside: 'customer' },
    to: isKept ? { placeId: table } : { outside: 'scrap' },
  });
  if (!isKept) return;
  const later = awayAt - (20 - i) * SECOND;
  const put = {
    do: 'putAway',
    taskId,
    itemId: item.id,
    qty,
    fromId: table,
    toId: item.placeId,
    lot: '',
    expiry: null,
    serial: '',
    condition,
  };
  const second = addScan(ledger, { ...scanned, at: later, profile: 'putAway', act: put });
  addMove(ledger, { ...move, at: later, scan: second, from: { placeId: table }, to: { placeId: item.placeId } });
}
