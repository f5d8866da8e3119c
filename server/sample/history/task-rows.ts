import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { ReturnReason } from '#contract/orders/returns';
import type { TaskKind, TaskStatus } from '#contract/orders/statuses';
import type { Person } from './model.ts';
import type { Random } from './random.ts';
import { iso, type Rows } from './rows.ts';

/** Rows that every kind of task has: the task, its lines and its timeline. */

type Instants = Partial<
  Record<
    | 'actualShipAt'
    | 'cutOffAt'
    | 'allocatedAt'
    | 'arrivedAt'
    | 'receiptClosedAt'
    | 'preparedAt'
    | 'underWayAt'
    | 'closedAt'
    | 'deliveredAt',
    number | null
  >
>;
type Sums = Partial<Record<'pieces' | 'picked' | 'packed' | 'shipped' | 'received' | 'putAway' | 'parcelCount', number>>;
export type TaskHead = Instants &
  Sums & {
    id: string;
    no: string;
    kind: TaskKind;
    at: number;
    merchantId: string;
    status: TaskStatus;
    since: number;
    source: string;
    ref?: string;
    carrierId?: string | null;
    labelSource?: 'own' | 'none';
    pickupDate?: string | null;
    pickupFrom?: string;
    consignor?: Address;
    consignee?: Address;
    remark?: string;
    retourNo?: string;
    trackingNo?: string;
    parentId?: string | null;
  };

const NOBODY = JSON.stringify(EMPTY_ADDRESS);
const instant = (at: number | null | undefined): string | null => (at === null || at === undefined ? null : iso(at));

export function addTask(rows: Rows, task: TaskHead): void {
  rows.add('tasks', task.at, {
    id: task.id,
    no: task.no,
    kind: task.kind,
    merchant_id: task.merchantId,
    status: task.status,
    status_since: iso(task.since),
    source: task.source,
    ref_order_id: task.ref ?? '',
    ordered_at: task.kind === 'outbound' ? iso(task.at) : null,
    carrier_id: task.carrierId ?? null,
    label_source: task.labelSource ?? 'own',
    pickup_date: task.pickupDate ?? null,
    pickup_from: task.pickupFrom ?? '',
    actual_ship_at: instant(task.actualShipAt),
    cut_off_at: instant(task.cutOffAt),
    consignor: task.consignor ?? NOBODY,
    consignee: task.consignee ?? NOBODY,
    remark: task.remark ?? '',
    retour_no: task.retourNo ?? '',
    tracking_no: task.trackingNo ?? '',
    parent_id: task.parentId ?? null,
    pieces: task.pieces ?? 0,
    picked: task.picked ?? 0,
    packed: task.packed ?? 0,
    shipped: task.shipped ?? 0,
    received: task.received ?? 0,
    put_away: task.putAway ?? 0,
    parcel_count: task.parcelCount ?? 0,
    allocated_at: instant(task.allocatedAt),
    arrived_at: instant(task.arrivedAt),
    receipt_closed_at: instant(task.receiptClosedAt),
    prepared_at: instant(task.preparedAt),
    under_way_at: instant(task.underWayAt),
    closed_at: instant(task.closedAt),
    delivered_at: null,
  });
}

export type LineCounts = Partial<
  Record<'reserved' | 'picked' | 'packed' | 'shipped' | 'returned' | 'received' | 'damaged' | 'putAway' | 'disposed', number>
>;
export type LineHead = {
  id: string;
  item: { id: string; sku: string; name: string; price: number };
  qty: number;
  orderLineId?: string;
  returnReason?: ReturnReason;
};

export function addLine(rows: Rows, { id, merchantId, at }: TaskHead, line: LineHead, index: number, counts: LineCounts): void {
  rows.add('task_lines', at, {
    id: line.id,
    task_id: id,
    merchant_id: merchantId,
    item_id: line.item.id,
    sku: line.item.sku,
    name: line.item.name,
    ordered: line.qty,
    reserved: counts.reserved ?? 0,
    picked: counts.picked ?? 0,
    packed: counts.packed ?? 0,
    shipped: counts.shipped ?? 0,
    returned: counts.returned ?? 0,
    received: counts.received ?? 0,
    damaged: counts.damaged ?? 0,
    put_away: counts.putAway ?? 0,
    disposed: counts.disposed ?? 0,
    price: line.item.price,
    position: index + 1,
    order_line_id: line.orderLineId ?? null,
    return_reason: line.returnReason ?? null,
  });
}

type Step = { at: number; command: string; to: TaskStatus | null; by: Person | null; payload?: object };

/** The timeline of a task. Each step begins where the one before ended; the first begins with `inProcess`. */
export function addTimeline(rows: Rows, random: Random, taskId: string, steps: readonly Step[]): void {
  let from: TaskStatus = 'inProcess';
  for (const { at, command, to, by, payload } of steps) {
    const changes = to !== null && to !== from;
    rows.add('task_events', at, {
      id: random.uuid(at),
      task_id: taskId,
      command,
      payload: payload ?? {},
      from_status: changes ? from : null,
      to_status: changes ? to : null,
      by: by?.id ?? null,
      at: iso(at),
    });
    if (to !== null) from = to;
  }
}
