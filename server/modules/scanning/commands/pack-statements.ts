import { sql } from 'drizzle-orm';
import { type Row, statement } from '../../../core/db/statement.ts';
import { items } from '../../catalog/items/table.ts';
import { parcelContents } from '../../orders/tables.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { stockBalances } from '../../stock/stock-balances/table.ts';
import { reservations } from '../../stock/tables.ts';
import type { TaskRow } from '../context.ts';

/** Statements of pack.ts. */

export const lockParcel = statement(
  { taskId: parcels.taskId, state: parcels.state, unitId: parcels.unitId, no: parcels.no },
  ({ parcelId }: { parcelId: string }) =>
    sql`select task_id, state, unit_id, no from parcels where id = ${parcelId}::uuid for no key update`,
);
type Opening = Pick<TaskRow, 'id' | 'no' | 'merchantId' | 'carrierId' | 'service'> & {
  parcelId: string;
  userId: string;
  stationId: string;
};
export const insertParcel = statement(
  { unitId: parcels.unitId },
  ({
    id,
    no,
    merchantId,
    carrierId,
    service,
    parcelId,
    userId,
    stationId,
  }: Opening) => sql`with p as (select 'P-' || nextval('parcel_no') as no),
      u as (insert into merged_units (code, kind, merchant_id) select no, 'box', ${merchantId}::uuid from p returning id)
      insert into parcels (id, no, task_id, task_no, merchant_id, seq, unit_id, carrier_id, service, packed_by, station_id)
      select ${parcelId}::uuid, p.no, ${id}::uuid, ${no}, ${merchantId}::uuid,
        (select coalesce(max(seq), 0) + 1 from parcels where task_id = ${id}::uuid), u.id, ${carrierId}::uuid, ${service}, ${userId}::uuid, ${stationId}::uuid
      from p, u returning unit_id`,
);
export const lockLine = statement(
  {
    id: taskLines.id,
    itemId: taskLines.itemId,
    sku: taskLines.sku,
    ordered: taskLines.ordered,
    cancelled: taskLines.cancelled,
    picked: taskLines.picked,
    packed: taskLines.packed,
    merchantId: taskLines.merchantId,
    serialMode: items.serialMode,
  },
  ({
    lineId,
    taskId,
  }: {
    lineId: string;
    taskId: string;
  }) => sql`select l.id, l.item_id, l.sku, l.ordered, l.cancelled, l.picked, l.packed, l.merchant_id, i.serial_mode from task_lines l join items i on i.id = l.item_id
      where l.id = ${lineId}::uuid and l.task_id = ${taskId}::uuid for no key update of l`,
);
export type LineRow = Row<typeof lockLine>;
export const lockHoldings = statement(
  {
    lot: stockBalances.lot,
    expiry: stockBalances.expiry,
    serial: stockBalances.serial,
    condition: stockBalances.condition,
    compartmentId: stockBalances.compartmentId,
    unitId: stockBalances.unitId,
    qty: reservations.qty,
  },
  ({
    lineId,
    picked,
  }: {
    lineId: string;
    picked: boolean;
  }) => sql`select b.lot, b.expiry, b.serial, b.condition, b.compartment_id, b.unit_id, v.qty from reservations v join stock_balances b on b.id = v.balance_id
      where v.line_id = ${lineId}::uuid and v.picked = ${picked} and not exists (select from parcels p where p.unit_id = b.unit_id) order by b.id for update of v`,
);
export const findContent = statement(
  { parcelId: parcelContents.parcelId },
  ({ lineId, serial }: { lineId: string; serial: string }) =>
    sql`select parcel_id from parcel_contents where line_id = ${lineId}::uuid and serial = ${serial}`,
);
type OfTask = { parcelId: string; taskId: string };
export const lockToClose = statement(
  {
    no: parcels.no,
    state: parcels.state,
    weight: parcels.weight,
    length: parcels.length,
    width: parcels.width,
    height: parcels.height,
    packagingId: parcels.packagingId,
    closedAt: parcels.closedAt,
    unitId: parcels.unitId,
    stationId: parcels.stationId,
  },
  ({ parcelId, taskId }: OfTask) =>
    sql`select no, state, weight, length, width, height, packaging_id, closed_at, unit_id, station_id from parcels where id = ${parcelId}::uuid and task_id = ${taskId}::uuid for no key update`,
);
export const findPackaging = statement(
  { id: items.id },
  ({ id }: { id: string }) => sql`select id from items where id = ${id}::uuid and kind = 'packaging' and deleted_at is null`,
);
export const lockToSwap = statement(
  { no: parcels.no, state: parcels.state, trackingNo: parcels.trackingNo, labelState: parcels.labelState },
  ({ parcelId, taskId }: OfTask) =>
    sql`select no, state, tracking_no, label_state from parcels where id = ${parcelId}::uuid and task_id = ${taskId}::uuid for no key update`,
);
