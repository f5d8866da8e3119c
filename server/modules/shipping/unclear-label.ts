import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { endAttempt, noteBooked } from './label-attempts.ts';
import { parcels } from './parcels/table.ts';
import { labelAttempts } from './tables.ts';

/**
 * A purchase of which nobody could say whether it was booked. A person looked at the carrier's portal, or at the label in the printer, and
 * says what it is.
 */

const lockUnclear = statement(
  { id: labelAttempts.id, round: labelAttempts.round, current: parcels.labelRound },
  ({ parcelId }: { parcelId: string }) =>
    sql`select a.id, a.round, p.label_round as current from label_attempts a join parcels p on p.id = a.parcel_id
      where p.id = ${parcelId}::uuid and p.label_state = 'unclear' and a.state in ('asked', 'unclear') order by a.round desc, a.id desc for update of a`,
);
const takeLabel = command(
  ({ parcelId, shipmentId, trackingNo, file }: { parcelId: string; shipmentId: string; trackingNo: string; file: string | null }) =>
    sql`update parcels set label_state = 'bought', state = 'labelled', shipment_id = ${shipmentId}, tracking_no = ${trackingNo}, label_file = ${file}, label_error = '', label_due_at = null
      where id = ${parcelId}::uuid and label_state = 'unclear'`,
);
const buyAnew = command(
  ({ parcelId }: { parcelId: string }) =>
    sql`update parcels set label_state = 'requested', label_error = '', label_faults = 0, label_due_at = null where id = ${parcelId}::uuid and label_state = 'unclear'`,
);
/** The carrier names the price on its bill. */
const writePurchase = command(
  ({ parcelId, round, shipmentId, trackingNo }: { parcelId: string; round: number; shipmentId: string; trackingNo: string }) =>
    sql`insert into label_purchases (parcel_id, task_id, merchant_id, carrier_id, round, role, service, shipment_id, tracking_no, weight, country)
      select p.id, p.task_id, p.merchant_id, p.carrier_id, ${round}::int, case p.kind when 'return' then 'return' else 'ship' end, p.service, ${shipmentId}, ${trackingNo}, coalesce(p.weight, 0),
        coalesce(case p.kind when 'return' then t.consignor ->> 'country' else t.consignee ->> 'country' end, '')
      from parcels p join tasks t on t.id = p.task_id where p.id = ${parcelId}::uuid on conflict (parcel_id, shipment_id) do nothing`,
);
/** The order goes on, unless another of its labels stops it. */
const unblock = command(
  ({ taskId, by, resolution }: { taskId: string; by: string; resolution: string }) =>
    sql`update task_blockers set resolved_at = now(), resolved_by = ${by}::uuid, resolution = ${resolution}
      where task_id = ${taskId}::uuid and kind = 'manualHandlingAwaits' and opened_by is null and resolved_at is null
        and not exists (select from parcels where task_id = ${taskId}::uuid and label_state in ('failed', 'unclear') and state <> 'void')`,
);

export type Unclear = { parcelId: string; taskId: string; by: string };
const notUnclear = (): never => {
  throw new DomainError('StateRefused', 'parcels.refusals.labelKnown');
};

/**
 * It is booked. If the address was changed since then, the booked label is voided and another one is bought. Runs under the task's lock.
 * @param label.shipmentId the carrier's identifier, needed to void it; without it the tracking number
 * @throws DomainError StateRefused if the label is not unclear
 */
export async function takeAsBooked(
  tx: Db,
  { parcelId, taskId, by }: Unclear,
  label: { trackingNo: string; shipmentId: string; file: string | null },
): Promise<void> {
  const [latest, ...others] = await lockUnclear(tx, { parcelId });
  if (!latest) return notUnclear();
  const shipmentId = label.shipmentId || label.trackingNo;
  await noteBooked(tx, { id: latest.id, shipmentId });
  for (const { id } of others) await endAttempt(tx, { id, state: 'none', message: '' });
  await writePurchase(tx, { parcelId, round: latest.round, shipmentId, trackingNo: label.trackingNo });
  if (latest.round === latest.current) await takeLabel(tx, { parcelId, ...label, shipmentId });
  else await buyAnew(tx, { parcelId });
  await unblock(tx, { taskId, by, resolution: 'labelBooked' });
}

/**
 * It is not booked: it is bought again. Runs under the task's lock.
 * @throws DomainError StateRefused if the label is not unclear
 */
export async function takeAsNotBooked(tx: Db, { parcelId, taskId, by }: Unclear): Promise<void> {
  const attempts = await lockUnclear(tx, { parcelId });
  if (attempts.length === 0) notUnclear();
  for (const { id } of attempts) await endAttempt(tx, { id, state: 'none', message: '' });
  await buyAnew(tx, { parcelId });
  await unblock(tx, { taskId, by, resolution: 'labelNotBooked' });
}
