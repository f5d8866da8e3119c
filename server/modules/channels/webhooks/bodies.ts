import { sql } from 'drizzle-orm';
import type { WebhookEvent } from '#contract/channels/webhooks';
import { TEST_EVENT } from '#contract/channels/webhooks';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { readShipment } from '../program-reads.ts';
import { readOrders } from '../read-orders.ts';

/** What events say. Rows have the shape of the calls that read them (docs/programs.md), so that a program needs one reader for both. */

const findTask = statement(
  {
    no: tasks.no,
    refNo: tasks.refOrderId,
    retourNo: tasks.retourNo,
    status: tasks.status,
    orderNo: orNull(cell.text),
    externalNo: orNull(cell.text),
    lines: cell.json<{ sku: string; announced: number; received: number; damaged: number }[]>(),
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select t.no, t.ref_order_id as "refNo", t.retour_no, t.status, o.no as "orderNo", o.ref_order_id as "externalNo",
      (select coalesce(json_agg(json_build_object('sku', l.sku, 'announced', l.ordered, 'received', l.received, 'damaged', l.damaged) order by l.position, l.id), '[]')
        from task_lines l where l.task_id = t.id) as lines
    from tasks t left join tasks o on o.id = t.parent_id where t.id = ${id}::uuid`,
);

/** Programs read the language-neutral codes; sentences are in English. */
const orderData = async (db: Db, id: string): Promise<object | null> => {
  const order = (await readOrders(db, [id], 'en')).get(id);
  if (!order) return null;
  const { order: _content, shipments: _shipments, ...rest } = order;
  return rest;
};
const receiptData = async (db: Db, id: string): Promise<object | null> => {
  const task = await findTask.first(db, { id });
  return task && { no: task.no, refNo: task.refNo, status: task.status, lines: task.lines };
};
const returnData = async (db: Db, id: string): Promise<object | null> => {
  const task = await findTask.first(db, { id });
  return task && { no: task.no, retourNo: task.retourNo, orderNo: task.orderNo, externalNo: task.externalNo, lines: task.lines };
};

const READ: Record<Exclude<WebhookEvent, 'stock.changed'>, (db: Db, id: string) => Promise<object | null>> = {
  'order.taken': orderData,
  'order.held': orderData,
  'order.cancelled': orderData,
  'shipment.handedOver': readShipment,
  'shipment.delivered': readShipment,
  'shipment.failed': readShipment,
  'receipt.done': receiptData,
  'return.received': returnData,
};

export const bodyOf = (type: string, timestamp: string, data: object): string => JSON.stringify({ type, timestamp, data });

/** @returns null if the row is gone, so that there is nothing to tell */
export async function readBody(db: Db, event: WebhookEvent | typeof TEST_EVENT, rowId: string | null, at: string): Promise<string | null> {
  if (event === TEST_EVENT) return bodyOf(event, at, { text: 'A test from Kontor.' });
  const data = event === 'stock.changed' || rowId === null ? null : await READ[event](db, rowId);
  return data && bodyOf(event, at, data);
}
