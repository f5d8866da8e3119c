import { sql } from 'drizzle-orm';
import { orNull, statement } from '../../../core/db/statement.ts';
import { cutOff } from '../../orders/index.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { MAY_CHANGE, TAKES_ANY } from '../carrier-change.ts';
import { need, type ScanContext, setRow, type TaskRow } from '../context.ts';

const findChange = statement(
  { cutOffAt: tasks.cutOffAt, nextCutOffAt: orNull(tasks.cutOffAt), parcelCarrierId: parcels.carrierId },
  ({ taskId, parcelId, carrierId }: { taskId: string; parcelId: string; carrierId: string }) =>
    sql`select t.cut_off_at, ${cutOff(carrierId)} as next_cut_off_at, p.carrier_id as parcel_carrier_id from tasks t join parcels p on p.task_id = t.id and p.id = ${parcelId}::uuid
      where t.id = ${taskId}::uuid and ${MAY_CHANGE} and p.tracking_no = '' and exists (select from carriers c where c.id = ${carrierId}::uuid and ${TAKES_ANY})`,
);

/**
 * Sends an order of one parcel with another carrier, because the parcel is too large for its own. Undoing the scan takes it back.
 * @throws Refusal `wrongState` if the order keeps its carrier
 */
export async function changeCarrier(
  c: ScanContext,
  { id, no, carrierId: former }: TaskRow,
  parcelId: string,
  carrierId: string,
): Promise<void> {
  if (carrierId === former) return;
  const found = await need('wrongState', findChange.first(c.tx, { taskId: id, parcelId, carrierId }), { no });
  const { cutOffAt, nextCutOffAt, parcelCarrierId } = found;
  await setRow(c, 'tasks', id, { carrier_id: former, cut_off_at: cutOffAt }, { carrier_id: carrierId, cut_off_at: nextCutOffAt });
  await setRow(c, 'parcels', parcelId, { carrier_id: parcelCarrierId }, { carrier_id: carrierId });
}
