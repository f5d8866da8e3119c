import { sql } from 'drizzle-orm';
import type { ScanCommandOf, StockCondition } from '#contract/scanning/commands';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { inStock, OUTSIDE, Refusal } from '../../stock/index.ts';
import { addToLine, move, openPlace, openTask, type ScanContext, setRow, type TaskRow } from '../context.ts';
import { INSPECTED, itemRules, lineFor } from './receive.ts';

/** Condition of a piece after its inspection, and whether it is kept in stock. */
const OUTCOMES = {
  restock: { condition: 'good', keep: true },
  bWare: { condition: 'bWare', keep: true },
  repair: { condition: 'blocked', keep: true },
  swapLabel: { condition: 'good', keep: true },
  sendBack: { condition: 'blocked', keep: true },
  scrap: { condition: 'damaged', keep: false },
} as const satisfies Record<ScanCommandOf<'takeBack'>['outcome'], { condition: StockCondition; keep: boolean }>;

const lockShipped = statement(
  { id: taskLines.id, open: cell.integer },
  ({
    taskId,
    itemId,
    lineId,
  }: {
    taskId: string;
    itemId: string;
    lineId: string;
  }) => sql`select id, shipped - returned as open from task_lines where task_id = ${taskId}::uuid and item_id = ${itemId}::uuid and shipped > 0
      order by id is distinct from (select order_line_id from task_lines where id = ${lineId}::uuid), position for no key update`,
);

const writeSerialState = command(
  ({ state, merchantId, itemId, serial }: { state: string; merchantId: string; itemId: string; serial: string }) =>
    sql`update serials set state = ${state} where merchant_id = ${merchantId}::uuid and item_id = ${itemId}::uuid and serial = ${serial} and state in ('shipped', 'inStock')`,
);

/** A returned piece: CUSTOMER → returns compartment in the inspected condition, or directly to SCRAP. Also counted on the parent order. */
export async function takeBack(c: ScanContext, act: ScanCommandOf<'takeBack'>): Promise<void> {
  const task = await openTask(c, act.taskId, ['retour'], INSPECTED);
  const merchantId = task.merchantId;
  const item = await itemRules(c, merchantId, act);
  const line = await lineFor(c, task, item, act.lineId, act.note);
  const open = line.ordered - line.cancelled - line.received;
  if (act.qty > open && act.note === '') throw new Refusal('overReceipt', { sku: item.sku, expected: Math.max(0, open), got: act.qty });
  await openPlace(c, act.compartmentId, merchantId);
  const { condition, keep } = OUTCOMES[act.outcome];
  const lineId = line.id;
  if (task.arrivedAt === null) await setRow(c, 'tasks', act.taskId, { arrived_at: null }, { arrived_at: c.event.at });
  await move(c, {
    merchantId,
    itemId: act.itemId,
    lot: act.lot,
    expiry: act.expiry,
    serial: act.serial,
    condition,
    qty: act.qty,
    from: OUTSIDE.customer,
    to: keep ? inStock(act.compartmentId) : OUTSIDE.scrap,
    taskId: act.taskId,
    lineId,
    reason: act.outcome,
  });
  await addToLine(c, lineId, {
    received: act.qty,
    ...(keep ? {} : { disposed: act.qty }),
    ...(condition === 'damaged' ? { damaged: act.qty } : {}),
  });
  if (act.serial !== '')
    await writeSerialState(c.tx, { state: keep ? 'returned' : 'scrapped', merchantId, itemId: act.itemId, serial: act.serial });
  const beyond = await countOnParent(c, task, { itemId: act.itemId, qty: act.qty, lineId });
  // A return that was closed too early, and one that was requested after it, may expect the same piece.
  if (beyond > 0 && act.note === '') throw new Refusal('overReceipt', { sku: item.sku, expected: act.qty - beyond, got: act.qty });
}

type Counted = { itemId: string; qty: number; lineId: string };

/**
 * Counts returned pieces on the parent order, first on the line that was sent back, never more than were shipped.
 * @returns pieces beyond that, of an item that was shipped
 */
async function countOnParent(c: ScanContext, task: TaskRow, { itemId, qty, lineId }: Counted): Promise<number> {
  const parent = task.parentId;
  if (parent === null) return 0;
  let left = qty;
  const lines = await lockShipped(c.tx, { taskId: parent, itemId, lineId });
  for (const line of lines) {
    const n = Math.min(left, line.open);
    if (n <= 0) continue;
    await addToLine(c, line.id, { returned: n });
    left -= n;
  }
  c.touched.add(parent);
  return lines.length > 0 ? left : 0;
}
