import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { recompute } from '../orders/index.ts';
import { tasks } from '../orders/tasks/table.ts';
import { CarrierError } from './adapter.ts';
import { hold, pause, REACHABLE, readConnection } from './connections.ts';
import { labelFindings } from './label-findings/table.ts';
import { voidBooking } from './obtain-label.ts';
import { parcels } from './parcels/table.ts';
import { voidLabel } from './queue.ts';
import { adapterOf, type CarrierContext } from './registry.ts';
import { labelPurchases } from './tables.ts';

/** Labels of the list that a person wants the carrier to take back. */

const lockTask = statement(
  { id: tasks.id },
  ({ parcelId }: { parcelId: string }) =>
    sql`select t.id from tasks t where t.id = (select task_id from parcels where id = ${parcelId}::uuid) for update`,
);
const lockParcel = statement(
  {
    no: parcels.no,
    trackingNo: parcels.trackingNo,
    labelState: parcels.labelState,
    state: parcels.state,
    handedOverAt: parcels.handedOverAt,
  },
  ({ parcelId }: { parcelId: string }) =>
    sql`select no, tracking_no, label_state, state, handed_over_at from parcels where id = ${parcelId}::uuid for no key update`,
);

/**
 * Takes the label off its parcel if it is still the parcel's own; the queue of labels then voids it. Any other label is voided by `voidFound`.
 * @returns false if the parcel left with it in the meantime
 */
export async function takeOff(
  tx: Db,
  { parcelId, trackingNo, by }: { parcelId: string; trackingNo: string; by: string },
): Promise<boolean> {
  const task = await lockTask.first(tx, { parcelId });
  const parcel = await lockParcel.first(tx, { parcelId });
  if (!task || !parcel || parcel.trackingNo !== trackingNo || parcel.labelState !== 'bought') return true;
  if (parcel.handedOverAt !== null) return false;
  if (parcel.state === 'void') return true;
  await voidLabel(tx, parcelId);
  const payload = { parcel: parcel.no, voided: trackingNo };
  await recompute(tx, [task.id], { command: 'label', by, payload }, { always: true });
  return true;
}

export const isVoiding = statement({ id: labelFindings.id }, () => sql`select id from label_findings where state = 'voiding' limit 1`);
/** Without what the queue of labels voids by itself. A label without an attempt is from before attempts were written down. */
const findVoiding = statement(
  { parcelId: labelPurchases.parcelId, shipmentId: labelPurchases.shipmentId, carrierId: cell.uuid, attemptId: cell.uuid },
  () => sql`select p.parcel_id, p.shipment_id, c.id as carrier_id, coalesce(a.id, '00000000-0000-0000-0000-000000000000'::uuid) as attempt_id
    from label_findings f join label_purchases p on p.id = f.subject join parcels q on q.id = p.parcel_id join carriers c on c.id = p.carrier_id
      left join lateral (select a.id from label_attempts a where a.parcel_id = p.parcel_id and a.shipment_id = p.shipment_id and a.state = 'booked' limit 1) a on true
    where f.state = 'voiding' and p.voided_at is null and p.shipment_id <> q.shipment_id and ${REACHABLE} order by p.id`,
);

/** Asks the carriers. A carrier that cannot be reached is asked again later. */
export async function voidFound(context: CarrierContext): Promise<void> {
  const { db, log } = context;
  for (const { parcelId, shipmentId, carrierId, attemptId } of await findVoiding(db)) {
    const connection = await readConnection.one(db, { id: carrierId });
    try {
      await voidBooking(context, adapterOf(context, connection), { id: attemptId, parcelId }, shipmentId);
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error;
      const { fault } = error;
      if (fault.kind === 'busy') await hold(db, connection, fault.retryAfter);
      if (fault.kind === 'misconfigured') await pause(db, connection, fault.message);
      log.warn({ carrier: connection.code, reason: fault.message }, 'a label could not be voided');
    }
  }
}
