import { sql } from 'drizzle-orm';
import { closingOf } from '#contract/orders/receipt';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { type Row, statement } from '../../../core/db/statement.ts';
import { openBlocker, readFacts } from '../../orders/index.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { inStock, OUTSIDE, Refusal } from '../../stock/index.ts';
import { addToLine, type ItemRow, move, openItem, openPlace, openTask, type ScanContext, setRow, type TaskRow } from '../context.ts';

const RECEIPTS = ['inbound', 'retour'] as const;
/** Blockers that do not stop the inspection of a return. They do stop putting it away. */
export const INSPECTED = ['customerHandlingAwaits', 'problematic'];

const LINE = {
  id: taskLines.id,
  ordered: taskLines.ordered,
  cancelled: taskLines.cancelled,
  received: taskLines.received,
};
const lockLine = statement(
  LINE,
  ({
    taskId,
    itemId,
    lineId,
  }: {
    taskId: string;
    itemId: string;
    lineId: string | null;
  }) => sql`select id, ordered, cancelled, received from task_lines where task_id = ${taskId}::uuid and item_id = ${itemId}::uuid
      and (${lineId}::uuid is null or id = ${lineId}::uuid) order by received >= ordered, position limit 1 for update`,
);
type LineRow = Row<typeof lockLine>;
const insertLine = statement(
  LINE,
  ({
    taskId,
    merchantId,
    itemId,
    sku,
    name,
  }: {
    taskId: string;
    merchantId: string;
    itemId: string;
    sku: string;
    name: string;
  }) => sql`insert into task_lines (task_id, merchant_id, item_id, sku, name, position, order_line_id) values (${taskId}::uuid, ${merchantId}::uuid, ${itemId}::uuid,
      ${sku}, ${name}, (select coalesce(max(position), 0) + 1 from task_lines where task_id = ${taskId}::uuid),
      (select o.id from tasks t join task_lines o on o.task_id = t.parent_id where t.id = ${taskId}::uuid and t.kind = 'retour' and o.item_id = ${itemId}::uuid order by o.position, o.id limit 1)) returning id, ordered, cancelled, received`,
);
const findKind = statement(
  { kind: tasks.kind },
  ({ taskId }: { taskId: string }) => sql`select kind from tasks where id = ${taskId}::uuid`,
);

export async function arrive(c: ScanContext, { taskId }: ScanCommandOf<'arrive'>): Promise<void> {
  const task = await openTask(c, taskId, [...RECEIPTS, 'container', 'collectOrder']);
  await markArrived(c, task);
}

async function markArrived(c: ScanContext, task: TaskRow): Promise<void> {
  if (task.arrivedAt === null) await setRow(c, 'tasks', task.id, { arrived_at: null }, { arrived_at: c.event.at });
}

type Goods = { itemId: string; lot: string; expiry: string | null; serial: string; qty: number };

/** What the item requires for a received piece: serial number, lot, expiry date. */
export async function itemRules(c: ScanContext, merchantId: string, goods: Goods): Promise<ItemRow> {
  const item = await openItem(c, goods.itemId);
  const sku = item.sku;
  if (item.merchantId !== null && item.merchantId !== merchantId) throw new Refusal('wrongMerchant', { sku });
  if (item.serialMode === 'full' && goods.serial === '') throw new Refusal('serialNeeded', { sku });
  if (goods.serial !== '' && goods.qty !== 1) throw new Refusal('tooMany', { sku, left: 1, got: goods.qty });
  if (item.lotMode && goods.lot === '') throw new Refusal('lotNeeded', { sku });
  if (item.expires && goods.expiry === null) throw new Refusal('expiryNeeded', { sku });
  return item;
}

/**
 * Pieces counted at the dock: SUPPLIER → compartment. More pieces than announced require a reason. An item that was not announced becomes a
 * line of its own.
 */
export async function receive(c: ScanContext, act: ScanCommandOf<'receive'>): Promise<void> {
  const task = await openTask(c, act.taskId, ['inbound'], ['customerHandlingAwaits']);
  const merchantId = task.merchantId;
  if (task.receiptClosedAt !== null) throw new Refusal('alreadyClosed', { no: task.no });
  const item = await itemRules(c, merchantId, act);
  await openPlace(c, act.compartmentId, merchantId);
  const line = await lineFor(c, task, item, act.lineId, act.reason);
  const open = line.ordered - line.cancelled - line.received;
  if (act.qty > open && act.reason === '') throw new Refusal('overReceipt', { sku: item.sku, expected: Math.max(0, open), got: act.qty });
  const lineId = line.id;
  await markArrived(c, task);
  await move(c, {
    merchantId,
    itemId: act.itemId,
    lot: act.lot,
    expiry: act.expiry,
    serial: act.serial,
    condition: act.condition,
    qty: act.qty,
    from: OUTSIDE.supplier,
    to: inStock(act.compartmentId),
    taskId: act.taskId,
    lineId,
    reason: act.reason,
  });
  await addToLine(c, lineId, { received: act.qty, ...(act.condition === 'damaged' ? { damaged: act.qty } : {}) });
}

/** The announced line; with a reason, a new line with 0 announced pieces. */
export async function lineFor(c: ScanContext, task: TaskRow, item: ItemRow, lineId: string | null, reason: string): Promise<LineRow> {
  const line = await lockLine.first(c.tx, { taskId: task.id, itemId: item.id, lineId });
  if (line) return line;
  if (lineId !== null) throw new Refusal('unknownLine', { sku: item.sku, no: task.no });
  if (reason === '') throw new Refusal('overReceipt', { sku: item.sku, expected: 0, got: 1 });
  return insertLine.one(c.tx, { taskId: task.id, merchantId: task.merchantId, itemId: item.id, sku: item.sku, name: item.name });
}

/**
 * Closes the receipt. A difference or damage requires a reason and opens a question to the merchant. Otherwise goods that need no
 * preparation are ready to put away.
 */
export async function closeReceipt(c: ScanContext, { taskId, reason }: ScanCommandOf<'closeReceipt'>): Promise<void> {
  const row = await findKind.first(c.tx, { taskId });
  const task = await openTask(c, taskId, [...RECEIPTS], row?.kind === 'retour' ? INSPECTED : ['customerHandlingAwaits']);
  const [known] = await readFacts(c.tx, [taskId]);
  if (!known) throw new Refusal('unknownTask');
  const no = task.no;
  const { refusal, ready, asksMerchant } = closingOf(known.facts, reason);
  if (refusal === 'receiptClosed') throw new Refusal('alreadyClosed', { no });
  if (refusal !== null) throw new Refusal('wrongState', { no, status: refusal });
  const was = task.preparedAt;
  await setRow(
    c,
    'tasks',
    taskId,
    { receipt_closed_at: null, prepared_at: was },
    { receipt_closed_at: c.event.at, prepared_at: ready ? (was ?? c.event.at) : was },
  );
  if (asksMerchant) await openBlocker(c.tx, taskId, { kind: 'customerHandlingAwaits', reason, by: c.userId });
}

/** Labels, serial numbers and quality checks of a received task are done. It can be put away. */
export async function prepared(c: ScanContext, { taskId }: ScanCommandOf<'prepared'>): Promise<void> {
  const task = await openTask(c, taskId, [...RECEIPTS]);
  if (task.preparedAt !== null) throw new Refusal('alreadyClosed', { no: task.no });
  if (task.kind === 'inbound' && task.receiptClosedAt === null) throw new Refusal('wrongState', { no: task.no, status: task.status });
  await setRow(c, 'tasks', taskId, { prepared_at: null }, { prepared_at: c.event.at });
}
