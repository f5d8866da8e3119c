import { sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { statement } from '../../../core/db/statement.ts';
import { noteReceivedUnits } from '../../orders/index.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { Refusal } from '../../stock/index.ts';
import { need, type ScanContext } from '../context.ts';

const lockDelivery = statement(
  {
    id: tasks.id,
    no: tasks.no,
    kind: tasks.kind,
    status: tasks.status,
    merchantId: tasks.merchantId,
    arrivedAt: tasks.arrivedAt,
    received: tasks.received,
    receivedPallets: tasks.receivedPallets,
    receivedBoxes: tasks.receivedBoxes,
    receivedMixed: tasks.receivedMixed,
  },
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`select id, no, kind, status, merchant_id, arrived_at, received, received_pallets, received_boxes, received_mixed
      from tasks where id = ${taskId}::uuid and deleted_at is null for no key update`,
);

/**
 * The pallets and cartons of a delivery, which receiving is charged by. They may also be counted after the delivery was put away, because a
 * device without a network sends them later.
 */
export async function countUnits(c: ScanContext, act: ScanCommandOf<'countUnits'>): Promise<void> {
  const task = await need('unknownTask', lockDelivery.first(c.tx, act));
  const { no, kind, status, receivedPallets, receivedBoxes } = task;
  c.about = { taskId: act.taskId, merchantId: task.merchantId };
  if (kind !== 'inbound' || (task.arrivedAt === null && task.received === 0)) throw new Refusal('wrongState', { no, status });
  const now = { pallets: act.pallets ?? receivedPallets, boxes: act.boxes ?? receivedBoxes, mixed: task.receivedMixed };
  await noteReceivedUnits(c.tx, act.taskId, now, c.userId);
  c.effects.push({
    kind: 'row',
    table: 'tasks',
    id: act.taskId,
    was: { received_pallets: receivedPallets, received_boxes: receivedBoxes },
    now: { received_pallets: now.pallets, received_boxes: now.boxes },
  });
}
