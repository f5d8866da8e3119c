import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { readdressLabels } from '../shipping/index.ts';
import { allocate, release } from './allocate.ts';
import { lockTask } from './command-statements.ts';
import { checkAddress, cutOff, type NoteLines, type TaskInput, writeLines } from './create.ts';
import { recompute } from './recompute.ts';

/** What a channel may change of an order until it is picked. */
export type OrderChange = Pick<
  TaskInput,
  'merchantId' | 'consignee' | 'carrierId' | 'service' | 'priority' | 'requestedShipAt' | 'orderedAt' | 'remark' | 'lines'
>;

const findUntouched = statement(
  { untouched: cell.boolean },
  ({ id }: { id: string }) => sql`select t.deleted_at is null and t.closed_at is null and t.picked = 0 and t.parcel_count = 0
      and not exists (select from picklist_lines q where q.task_id = t.id) as untouched from tasks t where t.id = ${id}::uuid`,
);
const deleteLines = command(({ id }: { id: string }) => sql`delete from task_lines where task_id = ${id}::uuid`);
const changeHead = command(
  ({
    id,
    orderedAt,
    requestedShipAt,
    ...head
  }: Omit<OrderChange, 'merchantId' | 'lines' | 'consignee'> & {
    id: string;
    consignee: string;
  }) => sql`update tasks set consignee = ${head.consignee}::jsonb,
      carrier_id = ${head.carrierId}::uuid, service = ${head.service}, priority = ${head.priority}, remark = ${head.remark},
      requested_ship_at = ${requestedShipAt}::timestamptz, ordered_at = ${orderedAt}::timestamptz, cut_off_at = ${cutOff(head.carrierId)} where id = ${id}::uuid`,
);

/** Locks an order, so that no picklist takes it meanwhile. Its picking has not begun if this returns true. */
export async function lockUntouched(tx: Db, id: string): Promise<boolean> {
  await lockTask(tx, { id });
  return (await findUntouched.first(tx, { id }))?.untouched === true;
}

/**
 * Replaces the address, carrier and lines of an order that nobody picks yet. The caller has locked it (`lockUntouched`). Its goods are
 * released and allocated again.
 * @throws DomainError InvalidInput with one error per line whose item is not the merchant's
 */
export async function changeOrder(
  tx: Db,
  id: string,
  { merchantId, lines, ...head }: OrderChange,
  by: string | null,
  note?: NoteLines,
): Promise<void> {
  await release(tx, [id]);
  await deleteLines(tx, { id });
  await changeHead(tx, { id, ...head, consignee: JSON.stringify(head.consignee) });
  await writeLines(tx, { id, merchantId }, lines, note);
  await readdressLabels(tx, id);
  await checkAddress(tx, id, 'outbound', head.consignee, by);
  await recompute(tx, [id], { command: 'edited', by }, { always: true, locked: new Set([id]) });
  await allocate(tx, [id], by);
}
