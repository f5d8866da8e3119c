import { sql } from 'drizzle-orm';
import { groupBy } from '#contract/core/group-by';
import { cell, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import { items } from '../../catalog/items/table.ts';
import { parcelContents } from '../../orders/tables.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { merchants } from '../../parties/merchants/table.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { type Build, localSql, sizeOf, wholeSum } from './builder.ts';

type Asked = { ids: readonly string[]; home: string };
const ZONE = sql`s.timezone`;
const findHeads = statement(
  {
    id: tasks.id,
    no: tasks.no,
    kind: tasks.kind,
    ref: tasks.refOrderId,
    consignor: tasks.consignor,
    consignee: tasks.consignee,
    remark: tasks.remark,
    pickupFrom: tasks.pickupFrom,
    pickupDate: cell.text,
    retourNo: tasks.retourNo,
    trackingNo: tasks.trackingNo,
    weight: tasks.weight,
    boxes: tasks.boxQty,
    pallets: tasks.palletQty,
    dangerGoods: tasks.dangerGoods,
    merchant: merchants.name,
    currency: merchants.currency,
    carrier: cell.text,
    parentNo: cell.text,
    parentRef: cell.text,
    requestedAt: orNull(cell.text),
    shipAt: cell.text,
    today: cell.text,
  },
  ({
    ids,
    home,
  }: Asked) => sql`select t.id, t.no, t.kind, t.ref_order_id as ref, t.consignor, t.consignee, t.remark, t.pickup_from as "pickupFrom", coalesce(t.pickup_date::text, '') as "pickupDate",
      t.retour_no as "retourNo", t.tracking_no as "trackingNo", t.weight, t.box_qty as boxes, t.pallet_qty as pallets, t.danger_goods as "dangerGoods",
      m.name as merchant, m.currency, coalesce(c.name, '') as carrier, coalesce(o.no, '') as "parentNo", coalesce(o.ref_order_id, '') as "parentRef",
      ${localSql(sql`t.requested_ship_at`, ZONE, home)} as "requestedAt", ${localSql(sql`coalesce(t.actual_ship_at, now())`, ZONE, home)} as "shipAt", ${localSql(sql`now()`, ZONE, home)} as today
    from tasks t join merchants m on m.id = t.merchant_id left join carriers c on c.id = t.carrier_id left join storehouses s on s.id = c.storehouse_id left join tasks o on o.id = t.parent_id
    where t.id = any(${uuids(ids)})`,
);
/** `due` is the ordered quantity less the cancelled one, `weight` the grams of one piece. */
const findLines = statement(
  {
    taskId: taskLines.taskId,
    id: taskLines.id,
    sku: taskLines.sku,
    name: taskLines.name,
    code: cell.text,
    due: cell.integer,
    shipped: taskLines.shipped,
    received: taskLines.received,
    returnReason: taskLines.returnReason,
    weight: items.weight,
    hsCode: items.hsCode,
    category: items.category,
    dangerous: items.dangerous,
    unNumber: items.unNumber,
  },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select l.task_id as "taskId", l.id, l.sku, l.name, coalesce(nullif(i.barcode, ''), l.sku) as code, greatest(0, l.ordered - l.cancelled) as due, l.shipped, l.received, l.return_reason as "returnReason",
      i.weight, i.hs_code as "hsCode", i.category, i.dangerous, i.un_number as "unNumber"
    from task_lines l join items i on i.id = l.item_id where l.task_id = any(${uuids(ids)}) and l.deleted_at is null order by l.task_id, l.position, l.id`,
);
/** `day` is the day of the handover in the time zone of the carrier's storehouse; empty before it. */
const findParcels = statement(
  {
    taskId: parcels.taskId,
    id: parcels.id,
    no: parcels.no,
    kind: parcels.kind,
    trackingNo: parcels.trackingNo,
    retourNo: parcels.retourNo,
    weight: parcels.weight,
    length: parcels.length,
    width: parcels.width,
    height: parcels.height,
    unit: cell.text,
    day: cell.text,
    deliveredAt: cell.text,
    vehicle: cell.text,
  },
  ({
    ids,
    home,
  }: Asked) => sql`select p.task_id as "taskId", p.id, p.no, p.kind, p.tracking_no as "trackingNo", p.retour_no as "retourNo", p.weight, p.length, p.width, p.height, coalesce(u.code, '') as unit,
      coalesce(left(${localSql(sql`p.handed_over_at`, ZONE, home)}, 10), '') as day, coalesce(${localSql(sql`p.delivered_at`, ZONE, home)}, '') as "deliveredAt", coalesce(v.vehicle, '') as vehicle
    from parcels p left join carriers c on c.id = p.carrier_id left join storehouses s on s.id = c.storehouse_id left join loading_lists v on v.id = p.loading_list_id
      left join merged_units u on u.id = p.unit_id where p.task_id = any(${uuids(ids)}) and p.state <> 'void' order by p.task_id, p.seq`,
);
const findContents = statement(
  {
    taskId: parcels.taskId,
    parcelId: parcelContents.parcelId,
    lineId: parcelContents.lineId,
    qty: cell.integer,
    serials: cell.texts,
  },
  ({
    ids,
  }: {
    ids: readonly string[];
  }) => sql`select p.task_id as "taskId", k.parcel_id as "parcelId", k.line_id as "lineId", sum(k.qty)::int as qty, coalesce(array_agg(k.serial order by k.serial) filter (where k.serial <> ''), '{}') as serials
    from parcel_contents k join parcels p on p.id = k.parcel_id where p.task_id = any(${uuids(ids)}) and p.state <> 'void' group by 1, 2, 3`,
);
export type Line = Row<typeof findLines>;
export type Parcel = Row<typeof findParcels>;
export type Order = {
  id: string;
  head: Row<typeof findHeads>;
  lines: Line[];
  parcels: Parcel[];
  contents: Row<typeof findContents>[];
};

/** Orders with their lines, parcels and contents, in four statements for any number of orders. */
export async function ordersOf({ tx, ids, house }: Build): Promise<Order[]> {
  const asked = { ids, home: house.zone };
  const heads = await findHeads(tx, asked);
  const linesBy = groupBy(await findLines(tx, asked), ({ taskId }) => taskId);
  const parcelsBy = groupBy(await findParcels(tx, asked), ({ taskId }) => taskId);
  const contentsBy = groupBy(await findContents(tx, asked), ({ taskId }) => taskId);
  return heads.map((head) => ({
    id: head.id,
    head,
    lines: linesBy.get(head.id) ?? [],
    parcels: parcelsBy.get(head.id) ?? [],
    contents: contentsBy.get(head.id) ?? [],
  }));
}

export const goodsOf = ({ sku, name, code, weight }: Line, qty: number) => ({
  sku,
  name,
  code,
  qty,
  weight: weight === null ? null : weight * qty,
});

/** The measured weight of the parcels, otherwise the weight entered by the office, otherwise the sum of the items' weights. */
export function weightOf({ head, lines }: Order, parcels: readonly Parcel[]): number | null {
  const weighed = wholeSum(parcels.map(({ weight }) => weight));
  return weighed ?? head.weight ?? wholeSum(lines.map(({ weight, due }) => (weight === null ? null : weight * due)));
}

export const parcelFacts = (parcel: Parcel) => ({
  no: parcel.no,
  trackingNo: parcel.trackingNo,
  weight: parcel.weight,
  size: sizeOf(parcel),
});
