import { type SQL, sql } from 'drizzle-orm';
import { houseDay } from '../../../core/db/house-day.ts';
import { dims, facts, type MeterSource, stamp, standing, type Unit, weekday, yesNo } from './fact.ts';

/** What comes in: containers, deliveries, their lines, pallets, cartons and pieces. */

const received = (since: SQL): SQL => sql`t.receipt_closed_at >= ${since}`;
const CLOSED = sql`t.kind = 'inbound' and t.receipt_closed_at is not null and t.deleted_at is null`;
const delivery = {
  merchant_id: sql`t.merchant_id`,
  happened_on: houseDay(sql`t.receipt_closed_at`),
  part: stamp(sql`t.receipt_closed_at`),
  task_id: sql`t.id`,
  storehouse_id: sql`(select w.storehouse_id from stock_moves m join compartments c on c.id = m.to_id join warehouses w on w.id = c.warehouse_id
    where m.task_id = t.id and m.from_place = 'supplier' order by m.sort_at limit 1)`,
  dims: dims({
    priority: sql`t.priority`,
    transportMode: sql`t.transport_mode`,
    weekday: weekday(houseDay(sql`t.receipt_closed_at`)),
    mixed: yesNo(sql`t.received_mixed`),
    dangerous: yesNo(sql`t.danger_goods`),
  }),
};
const ofDelivery = (meter: MeterSource['meter'], qty: SQL, part?: SQL): MeterSource => ({
  meter,
  source: 'task',
  facts: (where) =>
    facts(
      { ...delivery, source_id: sql`t.id`, qty, ...(part ? { part } : {}), mend_area: sql`'tasks'`, mend_id: sql`t.id` },
      sql`from tasks t where ${CLOSED} and ${where}`,
    ),
  recent: received,
  byId: (id) => sql`t.id = ${id}`,
});
/** Counted units are part of the key: a corrected count takes the first charge back. */
const counted = (column: SQL): [SQL, SQL] => [
  sql`${column}::bigint * 1000`,
  sql`${stamp(sql`t.receipt_closed_at`)} || ':' || coalesce(${column}, 0)`,
];

const PIECE_QTY: Partial<Record<Unit, SQL>> = {
  piece: sql`m.qty::bigint * 1000`,
  kg: sql`m.qty::bigint * i.weight`,
  cbm: sql`ceil(m.qty::numeric * i.length * i.width * i.height / 1000000)`,
};

export const inboundMeters: readonly MeterSource[] = [
  {
    meter: 'inbound.container',
    source: 'container',
    facts: (where) =>
      facts(
        {
          merchant_id: sql`k.merchant_id`,
          happened_on: houseDay(sql`k.devanned_at`),
          source_id: sql`k.id`,
          part: stamp(sql`k.devanned_at`),
          task_id: sql`k.id`,
          qty: sql`1000`,
          dims: dims({
            containerType: sql`case when k.size_type like '2%' then '20' when k.size_type like 'L%' then '45' else '40' end`,
            weekday: weekday(houseDay(sql`k.devanned_at`)),
          }),
        },
        sql`from containers k where k.devanned_at is not null and k.deleted_at is null and ${where}`,
      ),
    recent: (since) => sql`k.updated_at >= ${since}`,
    byId: (id) => sql`k.id = ${id}`,
  },
  ofDelivery('inbound.order', sql`1000`),
  ofDelivery('inbound.pallet', ...counted(sql`t.received_pallets`)),
  ofDelivery('inbound.carton', ...counted(sql`t.received_boxes`)),
  {
    meter: 'inbound.line',
    source: 'taskLine',
    facts: (where) =>
      facts(
        { ...delivery, source_id: sql`l.id`, qty: sql`1000` },
        sql`from tasks t join task_lines l on l.task_id = t.id and l.received > 0 where ${CLOSED} and ${where}`,
      ),
    recent: received,
    byId: (id) => sql`l.id = ${id}`,
  },
  {
    meter: 'inbound.piece',
    source: 'move',
    facts: (where, unit) =>
      facts(
        {
          merchant_id: sql`m.merchant_id`,
          happened_on: houseDay(sql`m.at`),
          storehouse_id: sql`w.storehouse_id`,
          source_id: sql`m.id`,
          part: sql`''`,
          task_id: sql`m.task_id`,
          qty: PIECE_QTY[unit] ?? sql`null`,
          item_kind: sql`i.kind`,
          weight: sql`i.weight`,
          dims: dims({ condition: sql`m.to_condition`, dangerous: yesNo(sql`i.dangerous`), weekday: weekday(houseDay(sql`m.at`)) }),
          mend_area: sql`'items'`,
          mend_id: sql`i.id`,
        },
        sql`from stock_moves m join items i on i.id = m.item_id join compartments c on c.id = m.to_id join warehouses w on w.id = c.warehouse_id
          where m.from_place = 'supplier' and m.to_place = 'stock' and ${standing(sql`m`)} and ${where}`,
      ),
    recent: (since) => sql`m.sort_at >= ${since}`,
    byId: (id) => sql`m.id = ${id}`,
  },
];
