import { sql } from 'drizzle-orm';
import type { Address } from '#contract/fields';
import { groupBy } from '#contract/group-by';
import { uuids } from '../../db/uuids.ts';
import type { Values } from '../../http/area.ts';
import { all, type Build, localSql, sizeOf, wholeSum } from './builder.ts';

export type Line = {
  id: string;
  sku: string;
  name: string;
  code: string;
  /** Ordered and not cancelled. */
  due: number;
  shipped: number;
  received: number;
  /** Grams of one piece. */
  weight: number | null;
  hsCode: string;
  category: string;
  dangerous: boolean;
  unNumber: string;
};
export type Parcel = Values & {
  id: string;
  no: string;
  kind: string;
  trackingNo: string;
  retourNo: string;
  weight: number | null;
  /** Day of the hand-over by the clock of the carrier's storehouse; empty while it is in the house. */
  day: string;
  vehicle: string;
  unit: string;
  deliveredAt: string;
};
type Content = { parcelId: string; lineId: string; qty: number; serials: string[] };
export type Order = {
  id: string;
  head: Values & { no: string; ref: string; consignor: Address; consignee: Address; remark: string; today: string; carrier: string };
  lines: Line[];
  parcels: Parcel[];
  contents: Content[];
};

/** Orders with their lines, parcels and what is in these: four statements for any number of orders. */
export async function ordersOf({ tx, ids, house }: Build): Promise<Order[]> {
  const asked = uuids(ids);
  const zone = sql`s.timezone`;
  const heads = await all(
    tx,
    sql`select t.id, t.no, t.kind, t.ref_order_id as ref, t.consignor, t.consignee, t.remark, t.pickup_from as "pickupFrom", coalesce(t.pickup_date::text, '') as "pickupDate",
      t.retour_no as "retourNo", t.tracking_no as "trackingNo", t.weight, t.box_qty as boxes, t.pallet_qty as pallets, t.danger_goods as "dangerGoods",
      m.name as merchant, m.currency, coalesce(c.name, '') as carrier, coalesce(o.no, '') as "parentNo", coalesce(o.ref_order_id, '') as "parentRef",
      ${localSql(sql`t.requested_ship_at`, zone, house)} as "requestedAt", ${localSql(sql`coalesce(t.actual_ship_at, now())`, zone, house)} as "shipAt", ${localSql(sql`now()`, zone, house)} as today
    from tasks t join merchants m on m.id = t.merchant_id left join carriers c on c.id = t.carrier_id left join storehouses s on s.id = c.storehouse_id left join tasks o on o.id = t.parent_id
    where t.id = any(${asked})`,
  );
  const lines = await all(
    tx,
    sql`select l.task_id as "taskId", l.id, l.sku, l.name, coalesce(nullif(i.barcode, ''), l.sku) as code, greatest(0, l.ordered - l.cancelled) as due, l.shipped, l.received,
      i.weight, i.hs_code as "hsCode", i.category, i.dangerous, i.un_number as "unNumber"
    from task_lines l join items i on i.id = l.item_id where l.task_id = any(${asked}) and l.deleted_at is null order by l.task_id, l.position, l.id`,
  );
  const parcels = await all(
    tx,
    sql`select p.task_id as "taskId", p.id, p.no, p.kind, p.tracking_no as "trackingNo", p.retour_no as "retourNo", p.weight, p.length, p.width, p.height, coalesce(u.code, '') as unit,
      coalesce(left(${localSql(sql`p.handed_over_at`, zone, house)}, 10), '') as day, coalesce(${localSql(sql`p.delivered_at`, zone, house)}, '') as "deliveredAt", coalesce(v.vehicle, '') as vehicle
    from parcels p left join carriers c on c.id = p.carrier_id left join storehouses s on s.id = c.storehouse_id left join loading_lists v on v.id = p.loading_list_id
      left join merged_units u on u.id = p.unit_id where p.task_id = any(${asked}) and p.state <> 'void' order by p.task_id, p.seq`,
  );
  const contents = await all(
    tx,
    sql`select p.task_id as "taskId", k.parcel_id as "parcelId", k.line_id as "lineId", sum(k.qty)::int as qty, coalesce(array_agg(k.serial order by k.serial) filter (where k.serial <> ''), '{}') as serials
    from parcel_contents k join parcels p on p.id = k.parcel_id where p.task_id = any(${asked}) and p.state <> 'void' group by 1, 2, 3`,
  );
  const by = (rows: Values[]) => groupBy(rows, (row) => row['taskId'] as string);
  const [linesBy, parcelsBy, contentsBy] = [by(lines), by(parcels), by(contents)];
  return heads.map((head) => {
    const id = head['id'] as string;
    return {
      id,
      head: head as Order['head'],
      lines: (linesBy.get(id) ?? []) as unknown as Line[],
      parcels: (parcelsBy.get(id) ?? []) as Parcel[],
      contents: (contentsBy.get(id) ?? []) as unknown as Content[],
    };
  });
}

export const goodsOf = ({ sku, name, code, weight }: Line, qty: number) => ({
  sku,
  name,
  code,
  qty,
  weight: weight === null ? null : weight * qty,
});

/** What weighs as weighed, else what the office said, else what the items weigh. */
export function weightOf({ head, lines }: Order, parcels: readonly Parcel[]): number | null {
  const weighed = wholeSum(parcels.map(({ weight }) => weight));
  return weighed ?? (head['weight'] as number | null) ?? wholeSum(lines.map(({ weight, due }) => (weight === null ? null : weight * due)));
}

export const parcelFacts = (parcel: Parcel) => ({
  no: parcel.no,
  trackingNo: parcel.trackingNo,
  weight: parcel.weight,
  size: sizeOf(parcel),
});
