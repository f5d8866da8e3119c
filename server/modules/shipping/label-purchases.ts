import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';
import type { Booked } from './adapter.ts';
import type { Claim } from './queue.ts';

/** What the house paid for labels. A parcel knows its last label only; here is every label that was ever bought, with its end. */

type Purchase = {
  id: string;
  round: number;
  role: 'ship' | 'return';
  service: string;
  shipmentId: string;
  trackingNo: string;
  weight: number;
  zone: string;
  country: string;
  cost: number | null;
  currency: string | null;
};
const insertPurchase = command(
  (
    p: Purchase,
  ) => sql`insert into label_purchases (parcel_id, task_id, merchant_id, carrier_id, round, role, service, shipment_id, tracking_no, weight, zone, country, cost, currency)
    select p.id, p.task_id, p.merchant_id, p.carrier_id, ${p.round}::int, ${p.role}, ${p.service}, ${p.shipmentId}, ${p.trackingNo}, ${p.weight}::int, ${p.zone}, ${p.country}, ${p.cost}::bigint, ${p.currency}
    from parcels p where p.id = ${p.id}::uuid on conflict (parcel_id, shipment_id) do nothing`,
);
const noteVoid = command(
  ({ parcelId, shipmentId }: { parcelId: string; shipmentId: string }) =>
    sql`update label_purchases set voided_at = clock_timestamp() where parcel_id = ${parcelId}::uuid and shipment_id = ${shipmentId} and voided_at is null`,
);
const noteRefusedVoid = command(
  ({ parcelId, shipmentId, message }: { parcelId: string; shipmentId: string; message: string }) =>
    sql`update label_purchases set refused_void = left(${message}, 500) where parcel_id = ${parcelId}::uuid and shipment_id = ${shipmentId} and voided_at is null`,
);

/** Writes down a label that the carrier sold. Repeating it changes nothing. */
export async function recordPurchase(tx: Db, { id, round, isReturn, request }: Claim, { shipmentId, trackingNo, price, zone }: Booked) {
  const { country } = isReturn ? request.consignor : request.consignee;
  const cost = { cost: price?.amount ?? null, currency: price?.currency ?? null };
  const { service, weight } = request;
  await insertPurchase(tx, {
    id,
    round,
    role: isReturn ? 'return' : 'ship',
    service,
    shipmentId,
    trackingNo,
    weight,
    zone,
    country,
    ...cost,
  });
}

/** The carrier took the label back. */
export const recordVoid = (db: Db, parcelId: string, shipmentId: string): Promise<void> => noteVoid(db, { parcelId, shipmentId });

/** The carrier keeps its money. */
export const recordRefusedVoid = (db: Db, parcelId: string, shipmentId: string, message: string): Promise<void> =>
  noteRefusedVoid(db, { parcelId, shipmentId, message });
