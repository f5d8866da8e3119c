import { sql } from 'drizzle-orm';
import type { ActOf } from '#contract/scan/acts';
import { closingOf } from '#contract/task/receipt';
import { inStock, OUTSIDE } from '../../stock/ledger.ts';
import { openBlocker } from '../../tasks/blockers.ts';
import { readFacts } from '../../tasks/facts.ts';
import { addToLine, all, known, move, need, openPlace, openTask, type Row, type ScanContext, setRow } from '../context.ts';
import { Refusal } from '../refusal.ts';

const RECEIPTS = ['inbound', 'retour'] as const;
/** What is in a return is looked at whatever is unclear about it; put away it is only when that is settled. */
export const INSPECTED = ['customerHandlingAwaits', 'problematic'];

export async function arrive(c: ScanContext, { taskId }: ActOf<'arrive'>): Promise<void> {
  const task = await openTask(c, taskId, [...RECEIPTS, 'container', 'collectOrder']);
  await markArrived(c, task);
}

async function markArrived(c: ScanContext, task: Row): Promise<void> {
  if (task['arrived_at'] === null) await setRow(c, 'tasks', task['id'] as string, { arrived_at: null }, { arrived_at: c.event.at });
}

type Goods = { itemId: string; lot: string; expiry: string | null; serial: string; qty: number };

/** What the item's own rules ask of a received piece: serial number, lot, expiry. */
export async function itemRules(c: ScanContext, merchantId: string, goods: Goods): Promise<Row> {
  const item = await known(c, goods.itemId, () =>
    need(
      c,
      'unknownItem',
      sql`select id, sku, name, merchant_id, serial_mode, lot_mode, expires from items where id = ${goods.itemId}::uuid and deleted_at is null`,
    ),
  );
  const sku = item['sku'] as string;
  if (item['merchant_id'] !== null && item['merchant_id'] !== merchantId) throw new Refusal('wrongMerchant', { sku });
  if (item['serial_mode'] === 'full' && goods.serial === '') throw new Refusal('serialNeeded', { sku });
  if (goods.serial !== '' && goods.qty !== 1) throw new Refusal('tooMany', { sku, left: 1, got: goods.qty });
  if (item['lot_mode'] === true && goods.lot === '') throw new Refusal('lotNeeded', { sku });
  if (item['expires'] === true && goods.expiry === null) throw new Refusal('expiryNeeded', { sku });
  return item;
}

/** Pieces counted at the dock: SUPPLIER → compartment. More than announced needs a reason; an item nobody announced becomes a line of its own. */
export async function receive(c: ScanContext, act: ActOf<'receive'>): Promise<void> {
  const task = await openTask(c, act.taskId, ['inbound'], ['customerHandlingAwaits']);
  const merchantId = task['merchant_id'] as string;
  if (task['receipt_closed_at'] !== null) throw new Refusal('alreadyClosed', { no: task['no'] as string });
  const item = await itemRules(c, merchantId, act);
  await openPlace(c, act.compartmentId, merchantId);
  const line = await lineFor(c, task, item, act.lineId, act.reason);
  const open = (line['ordered'] as number) - (line['cancelled'] as number) - (line['received'] as number);
  if (act.qty > open && act.reason === '')
    throw new Refusal('overReceipt', { sku: item['sku'] as string, expected: Math.max(0, open), got: act.qty });
  const lineId = line['id'] as string;
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

/** The announced line, or with a reason a new one of 0 announced pieces. */
export async function lineFor(c: ScanContext, task: Row, item: Row, lineId: string | null, reason: string): Promise<Row> {
  const [line] = await all(
    c,
    sql`select id, ordered, cancelled, received, shipped, returned from task_lines where task_id = ${task['id'] as string}::uuid and item_id = ${item['id'] as string}::uuid
      and (${lineId}::uuid is null or id = ${lineId}::uuid) order by received >= ordered, position limit 1 for update`,
  );
  if (line) return line;
  if (lineId !== null) throw new Refusal('unknownLine', { sku: item['sku'] as string, no: task['no'] as string });
  if (reason === '') throw new Refusal('overReceipt', { sku: item['sku'] as string, expected: 0, got: 1 });
  return need(
    c,
    'unknownItem',
    sql`insert into task_lines (task_id, merchant_id, item_id, sku, name, position) values (${task['id'] as string}::uuid, ${task['merchant_id'] as string}::uuid, ${item['id'] as string}::uuid,
      ${item['sku'] as string}, ${item['name'] as string}, (select coalesce(max(position), 0) + 1 from task_lines where task_id = ${task['id'] as string}::uuid)) returning id, ordered, cancelled, received`,
  );
}

/** Counting is over. A difference or damage needs a reason and becomes the merchant's question; otherwise what is ready goes on at once. */
export async function closeReceipt(c: ScanContext, { taskId, reason }: ActOf<'closeReceipt'>): Promise<void> {
  const [row] = await all(c, sql`select kind from tasks where id = ${taskId}::uuid`);
  const task = await openTask(c, taskId, [...RECEIPTS], row?.['kind'] === 'retour' ? INSPECTED : ['customerHandlingAwaits']);
  const [known] = await readFacts(c.tx, [taskId]);
  if (!known) throw new Refusal('unknownTask');
  const no = task['no'] as string;
  const { refusal, ready, asksMerchant } = closingOf(known.facts, reason);
  if (refusal === 'receiptClosed') throw new Refusal('alreadyClosed', { no });
  if (refusal !== null) throw new Refusal('wrongState', { no, status: refusal });
  const was = task['prepared_at'] as string | null;
  await setRow(
    c,
    'tasks',
    taskId,
    { receipt_closed_at: null, prepared_at: was },
    { receipt_closed_at: c.event.at, prepared_at: ready ? (was ?? c.event.at) : was },
  );
  if (asksMerchant) await openBlocker(c.tx, taskId, { kind: 'customerHandlingAwaits', reason, by: c.userId });
}

/** Labels, serials and quality of a received task are done: it can be put away. */
export async function prepared(c: ScanContext, { taskId }: ActOf<'prepared'>): Promise<void> {
  const task = await openTask(c, taskId, [...RECEIPTS]);
  if (task['prepared_at'] !== null) throw new Refusal('alreadyClosed', { no: task['no'] as string });
  if (task['kind'] === 'inbound' && task['receipt_closed_at'] === null)
    throw new Refusal('wrongState', { no: task['no'] as string, status: task['status'] as string });
  await setRow(c, 'tasks', taskId, { prepared_at: null }, { prepared_at: c.event.at });
}
