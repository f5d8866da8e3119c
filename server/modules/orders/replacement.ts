import { sql } from 'drizzle-orm';
import { NewTask } from '#contract/orders/tasks';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { lockTask } from './command-statements.ts';
import { createTask } from './create.ts';
import { taskLines } from './task-lines/table.ts';
import { tasks } from './tasks/table.ts';

/** Orders that replace returned pieces. The reference is the number of the return, so that each return has one at most. */
const SOURCE = 'replacement';

const findReturn = statement(
  {
    no: tasks.no,
    merchantId: tasks.merchantId,
    consignor: tasks.consignor,
    replacementId: orNull(cell.uuid),
    carrierId: tasks.carrierId,
    service: tasks.service,
    transportMode: orNull(tasks.transportMode),
    labelSource: orNull(tasks.labelSource),
    sender: orNull(tasks.consignor),
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select t.no, t.merchant_id, t.consignor, (select o.id from tasks o where o.merchant_id = t.merchant_id and o.source = ${SOURCE}
        and o.ref_order_id = t.no and o.deleted_at is null) as replacement_id,
      t.carrier_id, t.service, p.transport_mode, p.label_source, p.consignor as sender
    from tasks t left join tasks p on p.id = t.parent_id where t.id = ${id}::uuid and t.kind = 'retour' and t.deleted_at is null`,
);
const findReceived = statement(
  { itemId: taskLines.itemId, qty: cell.integer },
  ({ id }: { id: string }) =>
    sql`select item_id, sum(received)::int as qty from task_lines where task_id = ${id}::uuid and received > 0 group by 1 order by min(position)`,
);

/**
 * Creates an order that sends the pieces that came back to the customer once more, in the way of the first order. Repeating it answers the
 * same order.
 * @returns the order's id
 * @throws DomainError NotFound if the task is no return; StateRefused if nothing came back
 */
export async function makeReplacement(tx: Db, returnId: string, by: string | null): Promise<string> {
  // A statement of its own: one that waits for the lock would not see the order that was made meanwhile.
  await lockTask(tx, { id: returnId });
  const found = await findReturn.first(tx, { id: returnId });
  if (!found) throw new DomainError('NotFound');
  if (found.replacementId !== null) return found.replacementId;
  const lines = await findReceived(tx, { id: returnId });
  if (lines.length === 0) throw new DomainError('StateRefused', 'tasks.refusals.nothingArrived');
  const { merchantId, carrierId, service, transportMode, labelSource } = found;
  const head = NewTask.omit({ lines: true, consignor: true, consignee: true }).parse({
    kind: 'outbound',
    merchantId,
    source: SOURCE,
    refOrderId: found.no,
    carrierId,
    service,
    ...(transportMode === null ? {} : { transportMode }),
    ...(labelSource === null ? {} : { labelSource }),
    parentId: returnId,
  });
  const way = { consignor: found.sender ?? NewTask.shape.consignor.parse(undefined), consignee: found.consignor };
  return createTask(tx, { ...head, ...way, lines }, by);
}
