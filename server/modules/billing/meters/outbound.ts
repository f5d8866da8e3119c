import { type SQL, sql } from 'drizzle-orm';
import { houseDay } from '../../../core/db/house-day.ts';
import { dims, facts, type MeterSource, stamp, standing, type Unit, weekday, yesNo } from './fact.ts';

/** What goes out: orders, lines and pieces when they leave; parcels, packaging and labels. Only what left is charged. */

const moved = sql`m.to_place = 'customer' and ${standing(sql`m`)}`;
/** The first standing move of an order or a line stands for it. If that one is undone, the next does. */
const leads = (column: SQL): SQL =>
  sql`not exists (select from stock_moves n where n.${column} = m.${column} and n.to_place = 'customer' and ${standing(sql`n`)} and n.id < m.id)`;
const order = {
  merchant_id: sql`m.merchant_id`,
  happened_on: houseDay(sql`m.at`),
  storehouse_id: sql`(select w.storehouse_id from compartments c join warehouses w on w.id = c.warehouse_id where c.id = m.from_id)`,
  task_id: sql`t.id`,
  country: sql`nullif(t.consignee->>'country', '')`,
  carrier_id: sql`t.carrier_id`,
  dims: dims({
    service: sql`nullif(t.service, '')`,
    priority: sql`t.priority`,
    transportMode: sql`t.transport_mode`,
    dangerous: yesNo(sql`t.danger_goods`),
    weekday: weekday(houseDay(sql`m.at`)),
  }),
};
const ofMoves = (meter: MeterSource['meter'], source: 'task' | 'taskLine', column: 'task_id' | 'line_id'): MeterSource => ({
  meter,
  source,
  facts: (where) =>
    facts(
      { ...order, source_id: sql`m.${sql.raw(column)}`, part: sql`m.id::text`, qty: sql`1000` },
      sql`from stock_moves m join tasks t on t.id = m.task_id and t.kind = 'outbound' where ${moved} and m.${sql.raw(column)} is not null and ${leads(sql.raw(column))} and ${where}`,
    ),
  recent: (since) => sql`m.sort_at >= ${since}`,
  byId: (id) => sql`m.${sql.raw(column)} = ${id}`,
});

const PIECE_QTY: Partial<Record<Unit, SQL>> = { piece: sql`m.qty::bigint * 1000`, kg: sql`m.qty::bigint * i.weight` };

const zoneOfLabel = sql`(select nullif(b.zone, '') from label_purchases b where b.parcel_id = p.id and b.voided_at is null order by b.bought_at desc limit 1)`;
const parcel = {
  merchant_id: sql`p.merchant_id`,
  source_id: sql`p.id`,
  task_id: sql`p.task_id`,
  parcel_id: sql`p.id`,
  country: sql`nullif(t.consignee->>'country', '')`,
  carrier_id: sql`p.carrier_id`,
  zone: zoneOfLabel,
  weight: sql`p.weight`,
};
const ofParcels = (meter: MeterSource['meter'], kind: string): MeterSource => ({
  meter,
  source: 'parcel',
  facts: (where) =>
    facts(
      {
        ...parcel,
        happened_on: houseDay(sql`p.handed_over_at`),
        part: stamp(sql`p.handed_over_at`),
        qty: sql`1000`,
        dims: dims({
          service: sql`nullif(p.service, '')`,
          priority: sql`t.priority`,
          transportMode: sql`t.transport_mode`,
          weekday: weekday(houseDay(sql`p.handed_over_at`)),
        }),
      },
      sql`from parcels p join tasks t on t.id = p.task_id where p.handed_over_at is not null and p.kind = ${sql.raw(`'${kind}'`)} and ${where}`,
    ),
  recent: (since) => sql`p.handed_over_at >= ${since}`,
  byId: (id) => sql`p.id = ${id}`,
});

const LABEL_QTY: Partial<Record<Unit, SQL>> = { label: sql`1000`, cost: sql`case when b.cost is not null then 1000 end` };
const ofLabels = (meter: MeterSource['meter'], role: string): MeterSource => ({
  meter,
  source: 'label',
  facts: (where, unit) =>
    facts(
      {
        merchant_id: sql`b.merchant_id`,
        happened_on: houseDay(sql`b.bought_at`),
        source_id: sql`b.id`,
        part: sql`''`,
        task_id: sql`b.task_id`,
        parcel_id: sql`b.parcel_id`,
        qty: LABEL_QTY[unit] ?? sql`null`,
        country: sql`nullif(b.country, '')`,
        carrier_id: sql`b.carrier_id`,
        zone: sql`nullif(b.zone, '')`,
        weight: sql`b.weight`,
        dims: dims({ service: sql`nullif(b.service, '')`, weekday: weekday(houseDay(sql`b.bought_at`)) }),
        cost: sql`b.cost`,
        cost_currency: sql`b.currency`,
        mend_area: sql`'parcels'`,
        mend_id: sql`b.parcel_id`,
      },
      sql`from label_purchases b where b.role = ${sql.raw(`'${role}'`)} and b.voided_at is null and ${where}`,
    ),
  recent: (since) => sql`b.bought_at >= ${since}`,
  byId: (id) => sql`b.id = ${id}`,
});

export const outboundMeters: readonly MeterSource[] = [
  ofMoves('out.order', 'task', 'task_id'),
  ofMoves('out.line', 'taskLine', 'line_id'),
  {
    meter: 'out.piece',
    source: 'move',
    facts: (where, unit) =>
      facts(
        {
          ...order,
          source_id: sql`m.id`,
          part: sql`''`,
          parcel_id: sql`m.parcel_id`,
          qty: PIECE_QTY[unit] ?? sql`null`,
          item_kind: sql`i.kind`,
          weight: sql`i.weight`,
          mend_area: sql`'items'`,
          mend_id: sql`i.id`,
        },
        sql`from stock_moves m join items i on i.id = m.item_id join tasks t on t.id = m.task_id and t.kind = 'outbound' where ${moved} and ${where}`,
      ),
    recent: (since) => sql`m.sort_at >= ${since}`,
    byId: (id) => sql`m.id = ${id}`,
  },
  ofParcels('out.parcel', 'parcel'),
  ofParcels('out.pallet', 'pallet'),
  {
    meter: 'pack.material',
    source: 'parcel',
    facts: (where) =>
      facts(
        {
          ...parcel,
          happened_on: houseDay(sql`p.closed_at`),
          part: sql`p.packaging_id::text`,
          qty: sql`1000`,
          dims: dims({ packaging: sql`i.sku` }),
        },
        sql`from parcels p join tasks t on t.id = p.task_id join items i on i.id = p.packaging_id
          where p.closed_at is not null and p.state not in ('open', 'void') and ${where}`,
      ),
    recent: (since) => sql`p.closed_at >= ${since}`,
    byId: (id) => sql`p.id = ${id}`,
  },
  ofLabels('label.ship', 'ship'),
  ofLabels('label.return', 'return'),
];
