import { type SQL, sql } from 'drizzle-orm';
import { houseDay } from '../../../core/db/house-day.ts';
import { dims, facts, type MeterSource, stamp, standing, type Unit, weekday, yesNo } from './fact.ts';

/** Returns, work at stations, transport, work by hand and fixed fees. */

const PIECE_QTY: Partial<Record<Unit, SQL>> = { piece: sql`m.qty::bigint * 1000`, kg: sql`m.qty::bigint * i.weight` };
const ofGoods = (meter: MeterSource['meter'], which: SQL): MeterSource => ({
  meter,
  source: 'move',
  facts: (where, unit) =>
    facts(
      {
        merchant_id: sql`m.merchant_id`,
        happened_on: houseDay(sql`m.at`),
        storehouse_id: sql`(select w.storehouse_id from compartments c join warehouses w on w.id = c.warehouse_id where c.id = coalesce(m.to_id, m.from_id))`,
        source_id: sql`m.id`,
        part: sql`''`,
        task_id: sql`m.task_id`,
        qty: PIECE_QTY[unit] ?? sql`null`,
        item_kind: sql`i.kind`,
        weight: sql`i.weight`,
        dims: dims({
          outcome: sql`nullif(m.reason, '')`,
          condition: sql`m.to_condition`,
          dangerous: yesNo(sql`i.dangerous`),
          weekday: weekday(houseDay(sql`m.at`)),
        }),
        mend_area: sql`'items'`,
        mend_id: sql`i.id`,
      },
      sql`from stock_moves m join items i on i.id = m.item_id where ${which} and ${standing(sql`m`)} and ${where}`,
    ),
  recent: (since) => sql`m.sort_at >= ${since}`,
  byId: (id) => sql`m.id = ${id}`,
});

const ofScans = (meter: MeterSource['meter'], act: string): MeterSource => ({
  meter,
  source: 'scan',
  facts: (where) =>
    facts(
      {
        merchant_id: sql`s.merchant_id`,
        happened_on: houseDay(sql`s.at`),
        source_id: sql`s.id`,
        part: sql`''`,
        task_id: sql`s.task_id`,
        qty: sql`1000`,
        dims: dims({ weekday: weekday(houseDay(sql`s.at`)) }),
      },
      sql`from scans s where s.act = ${sql.raw(`'${act}'`)} and s.outcome = 'applied' and s.merchant_id is not null
        and not exists (select from scans u where u.undoes = s.id and u.outcome = 'applied') and ${where}`,
    ),
  recent: (since) => sql`s.sort_at >= ${since}`,
  byId: (id) => sql`s.id = ${id}`,
});

const ofOffers = (meter: MeterSource['meter'], table: 'transport_quotes' | 'collections'): MeterSource => ({
  meter,
  source: 'offer',
  facts: (where, unit) =>
    facts(
      {
        merchant_id: sql`o.merchant_id`,
        happened_on: houseDay(sql`t.closed_at`),
        source_id: sql`o.id`,
        part: stamp(sql`t.closed_at`),
        task_id: sql`t.id`,
        qty: unit === 'cost' ? sql`case when o.price is not null then 1000 end` : sql`1000`,
        country: sql`nullif(t.consignee->>'country', '')`,
        carrier_id: sql`o.carrier_id`,
        weight: sql`o.weight`,
        dims: dims({ transportMode: sql`t.transport_mode` }),
        cost: sql`o.price`,
        cost_currency: sql`o.currency`,
        mend_area: sql`'tasks'`,
        mend_id: sql`t.id`,
      },
      sql`from offers o join ${sql.raw(table)} q on q.id = o.task_id join tasks t on t.id = q.order_id
        where o.state = 'accepted' and t.closed_at is not null and t.deleted_at is null and ${where}`,
    ),
  // Offers are few.
  recent: (since) => sql`t.closed_at >= ${since}`,
  byId: (id) => sql`o.id = ${id}`,
});

const PICKED = `('pick', 'pack', 'packSingle')`;
const WORK_QTY: Partial<Record<Unit, SQL>> = {
  hour: sql`round(w.minutes * 1000 / 60.0)`,
  piece: sql`w.pieces * 1000`,
  flat: sql`1000`,
};
/** The days of a month that the terms cover. */
const FROM = sql`greatest(p.valid_from, mon::date)`;
const TO = sql`least(coalesce(p.valid_to, 'infinity'), (mon + interval '1 month')::date - 1)`;

export const serviceMeters: readonly MeterSource[] = [
  {
    meter: 'return.order',
    source: 'task',
    facts: (where) =>
      facts(
        {
          merchant_id: sql`t.merchant_id`,
          happened_on: houseDay(sql`t.receipt_closed_at`),
          source_id: sql`t.id`,
          part: stamp(sql`t.receipt_closed_at`),
          task_id: sql`t.id`,
          qty: sql`1000`,
          country: sql`nullif(t.consignor->>'country', '')`,
          dims: dims({ announced: yesNo(sql`t.created_from is null`), weekday: weekday(houseDay(sql`t.receipt_closed_at`)) }),
        },
        sql`from tasks t where t.kind = 'retour' and t.receipt_closed_at is not null and t.deleted_at is null and ${where}`,
      ),
    recent: (since) => sql`t.receipt_closed_at >= ${since}`,
    byId: (id) => sql`t.id = ${id}`,
  },
  ofGoods('return.piece', sql`m.from_place = 'customer'`),
  ofGoods('disposal', sql`m.to_place = 'scrap'`),
  ofScans('swap', 'swapLabel'),
  ofScans('serial', 'bindSerial'),
  {
    meter: 'count',
    source: 'countPlace',
    facts: (where) =>
      facts(
        {
          merchant_id: sql`l.merchant_id`,
          happened_on: houseDay(sql`n.at`),
          storehouse_id: sql`w.storehouse_id`,
          source_id: sql`n.count_id`,
          part: sql`n.round || ':' || n.compartment_id || ':' || l.merchant_id`,
          qty: sql`1000`,
          dims: dims({ compartmentKind: sql`c.kind`, zoneOfPlace: sql`nullif(c.zone, '')` }),
        },
        sql`from count_places n join compartments c on c.id = n.compartment_id join warehouses w on w.id = c.warehouse_id
          join lateral (select distinct l.merchant_id from count_lines l where l.count_id = n.count_id and l.round = n.round and l.compartment_id = n.compartment_id) l on true
          where ${where}`,
      ),
    recent: (since) => sql`n.at >= ${since}`,
    byId: (id) => sql`n.count_id = ${id}`,
  },
  ofOffers('freight', 'transport_quotes'),
  ofOffers('collection', 'collections'),
  {
    meter: 'cancelled',
    source: 'task',
    facts: (where) =>
      facts(
        {
          merchant_id: sql`t.merchant_id`,
          happened_on: houseDay(sql`t.deleted_at`),
          source_id: sql`t.id`,
          part: stamp(sql`t.deleted_at`),
          task_id: sql`t.id`,
          qty: sql`1000`,
          dims: dims({ priority: sql`t.priority` }),
        },
        // Cancelling resets the counters, so the scans say that work was done.
        sql`from tasks t where t.kind = 'outbound' and t.deleted_at is not null and t.cancel_reason <> ''
          and exists (select from scans s where s.task_id = t.id and s.act in ${sql.raw(PICKED)} and s.outcome = 'applied' and not exists (select from scans u where u.undoes = s.id and u.outcome = 'applied'))
          and ${where}`,
      ),
    recent: (since) => sql`t.deleted_at >= ${since}`,
    byId: (id) => sql`t.id = ${id}`,
  },
  {
    meter: 'work',
    source: 'workEntry',
    facts: (where, unit) =>
      facts(
        {
          merchant_id: sql`w.merchant_id`,
          happened_on: sql`w.worked_on`,
          source_id: sql`w.id`,
          part: stamp(sql`w.approved_at`),
          task_id: sql`w.task_id`,
          qty: WORK_QTY[unit] ?? sql`null`,
          dims: dims({ weekday: weekday(sql`w.worked_on`) }),
          only_category: sql`w.category_id`,
        },
        sql`from work_entries w where w.approved_at is not null and w.deleted_at is null and ${where}`,
      ),
    recent: (since) => sql`w.approved_at >= ${since}`,
    byId: (id) => sql`w.id = ${id}`,
  },
  {
    meter: 'periodic',
    source: 'terms',
    facts: (where) =>
      facts(
        {
          merchant_id: sql`p.merchant_id`,
          happened_on: FROM,
          source_id: sql`p.id`,
          part: sql`fee || ':' || ${FROM} || ':' || ${TO}`,
          qty: sql`round(1000.0 * (${TO} - ${FROM} + 1) / extract(day from (mon + interval '1 month')::date - 1))`,
          only_category: sql`fee`,
        },
        sql`from merchant_terms p cross join unnest(p.fee_ids) fee
          cross join generate_series(date_trunc('month', p.valid_from::timestamp), date_trunc('month', least(coalesce(p.valid_to, 'infinity'), kontor_day(now()))::timestamp), interval '1 month') mon
          where p.deleted_at is null and ${where}`,
      ),
    recent: (since) => sql`mon >= date_trunc('month', ${since})`,
    byId: (id) => sql`p.id = ${id}`,
  },
];
