import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command, notNull, statement } from '../../core/db/statement.ts';
import type { Booked } from './adapter.ts';
import type { Claim } from './queue.ts';
import { labelPurchases } from './tables.ts';

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
  codAmount: number | null;
  insuredAmount: number | null;
};
const insertPurchase = command(
  (
    p: Purchase,
  ) => sql`insert into label_purchases (parcel_id, task_id, merchant_id, carrier_id, round, role, service, shipment_id, tracking_no, weight, zone, country, cost, currency, cod_amount, insured_amount)
    select p.id, p.task_id, p.merchant_id, p.carrier_id, ${p.round}::int, ${p.role}, ${p.service}, ${p.shipmentId}, ${p.trackingNo}, ${p.weight}::int, ${p.zone}, ${p.country}, ${p.cost}::bigint, ${p.currency}, ${p.codAmount}::bigint, ${p.insuredAmount}::bigint
    from parcels p where p.id = ${p.id}::uuid on conflict (parcel_id, shipment_id) do nothing`,
);
const noteVoid = command(
  ({ parcelId, shipmentId, locally }: { parcelId: string; shipmentId: string; locally: boolean }) =>
    sql`update label_purchases set voided_at = clock_timestamp(), voided_locally = ${locally} where parcel_id = ${parcelId}::uuid and shipment_id = ${shipmentId} and voided_at is null`,
);
const noteRefusedVoid = command(
  ({ parcelId, shipmentId, message }: { parcelId: string; shipmentId: string; message: string }) =>
    sql`update label_purchases set refused_void = left(${message}, 500) where parcel_id = ${parcelId}::uuid and shipment_id = ${shipmentId} and voided_at is null`,
);

/** Writes down a label that the carrier sold. Repeating it changes nothing. */
export async function recordPurchase(
  tx: Db,
  { id, round, request }: Pick<Claim, 'id' | 'round' | 'request'>,
  { shipmentId, trackingNo, price, zone }: Booked,
) {
  const { isReturn, service, weight, amounts } = request;
  const { country } = isReturn ? request.consignor : request.consignee;
  const cost = { cost: price?.amount ?? null, currency: price?.currency ?? null };
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
    codAmount: amounts.cashOnDelivery,
    insuredAmount: amounts.insurance,
  });
}

/** The label is voided. @param locally the gateway did not tell the carrier, which may bill it */
export const recordVoid = (db: Db, parcelId: string, shipmentId: string, locally: boolean): Promise<void> =>
  noteVoid(db, { parcelId, shipmentId, locally });

/** The carrier keeps its money. */
export const recordRefusedVoid = (db: Db, parcelId: string, shipmentId: string, message: string): Promise<void> =>
  noteRefusedVoid(db, { parcelId, shipmentId, message });

type KnownCost = { id: string; cost: number };
const writeCosts = statement(
  { id: labelPurchases.id, cost: notNull(labelPurchases.cost) },
  ({ costs }: { costs: string }) => sql`update label_purchases p set cost = x.cost, currency = x.currency
    from (select distinct on (id) id, cost, currency from jsonb_to_recordset(${costs}::jsonb) x(id uuid, cost bigint, currency text) order by id) x
    where p.id = x.id and p.cost is null returning p.id, p.cost`,
  [{ costs: '[]' }],
);
const clearCosts = command(
  ({ costs }: { costs: string }) =>
    sql`update label_purchases p set cost = null, currency = null from jsonb_to_recordset(${costs}::jsonb) x(id uuid, cost bigint) where p.id = x.id and p.cost = x.cost`,
  [{ costs: '[]' }],
);

/** Writes down what the carrier billed for labels whose cost was unknown. A known cost stays. @returns those that were written */
export const learnCosts = async (tx: Db, costs: readonly (KnownCost & { currency: string })[]): Promise<KnownCost[]> =>
  costs.length === 0 ? [] : writeCosts(tx, { costs: JSON.stringify(costs) });
/** Takes back what `learnCosts` wrote. */
export const forgetCosts = async (tx: Db, costs: readonly KnownCost[]): Promise<void> => {
  if (costs.length > 0) await clearCosts(tx, { costs: JSON.stringify(costs) });
};
