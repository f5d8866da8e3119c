import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/http/context.ts';
import { type Checkpoint, checkpointBefore, stockRows } from './checkpoint.ts';
import { storehouses } from './storehouses/table.ts';

/**
 * Takes down, for each storehouse and day, what lay where at midnight of its clock. It is read from the ledger by the time of booking, so a
 * day that is made up later, or a second time, has the same rows. The size of an item is that of the day it was taken down.
 */

/** Days that the first run looks back. */
const FIRST_DAYS = 45;

const findDue = statement(
  { storehouseId: storehouses.id, zone: cell.text, day: cell.date, until: cell.text },
  ({
    first,
  }: {
    first: number;
  }) => sql`select h.id as storehouse_id, h.timezone as zone, d::date as day, ((d::date + 1)::timestamp at time zone h.timezone)::text as until
    from storehouses h
      cross join lateral (select min(m.sort_at at time zone h.timezone)::date as day from stock_moves m) began
      cross join lateral (select (now() at time zone h.timezone - interval '15 minutes')::date - 1 as day) last
      cross join lateral generate_series(greatest(began.day, last.day - ${first}::int + 1), last.day, interval '1 day') d
    where h.deleted_at is null and began.day is not null and not exists (select from storage_runs r where r.storehouse_id = h.id and r.day = d::date)
    order by d, h.id`,
  [{ first: FIRST_DAYS }],
);

type Day = { storehouseId: string; zone: string; day: string; until: string; rows: SQL };
const BEGINNING: Checkpoint = { no: 0, until: '-infinity' };
/** Units count from the day they were first filled. Other goods leave in the order they came, so the oldest that is left counts. */
const insertDay = command(
  ({
    storehouseId,
    zone,
    day,
    until,
    rows,
  }: Day) => sql`insert into storage_days (day, storehouse_id, merchant_id, compartment_id, unit_id, item_id, qty, volume, weight, first_in)
    with lay as (select s.merchant_id, s.item_id, s.compartment_id, s.unit_id, sum(s.qty) as qty from (${rows}) s group by 1, 2, 3, 4 having sum(s.qty) > 0),
      here as (select l.* from lay l join compartments c on c.id = l.compartment_id join warehouses w on w.id = c.warehouse_id where w.storehouse_id = ${storehouseId}::uuid),
      held as (select merchant_id, item_id, sum(qty) as qty from lay where (merchant_id, item_id) in (select merchant_id, item_id from here) group by 1, 2),
      came as (select m.merchant_id, m.item_id, (m.at at time zone ${zone})::date as day,
          sum(m.qty) over (partition by m.merchant_id, m.item_id order by m.sort_at desc) - m.qty as newer
        from stock_moves m where m.from_place <> 'stock' and m.to_place = 'stock' and m.reverses_id is null and m.sort_at <= ${until}::timestamptz
          and m.item_id in (select item_id from held) and not exists (select from stock_moves r where r.reverses_id = m.id)),
      oldest as (select h.merchant_id, h.item_id, min(c.day) as day from held h join came c on c.merchant_id = h.merchant_id and c.item_id = h.item_id and c.newer < h.qty group by 1, 2),
      filled as (select m.to_unit_id as unit_id, min((m.at at time zone ${zone})::date) as day from stock_moves m
        where m.to_unit_id in (select unit_id from here where unit_id is not null) and m.sort_at <= ${until}::timestamptz group by 1)
    select ${day}::date, ${storehouseId}::uuid, h.merchant_id, h.compartment_id, h.unit_id, h.item_id, h.qty::int,
      h.qty::bigint * i.length * i.width * i.height, h.qty::bigint * i.weight, least(${day}::date, coalesce(f.day, o.day, ${day}::date))
    from here h join items i on i.id = h.item_id left join filled f on f.unit_id = h.unit_id
      left join oldest o on o.merchant_id = h.merchant_id and o.item_id = h.item_id
    on conflict do nothing`,
  [{ storehouseId: '', zone: '', day: '', until: '', rows: stockRows(BEGINNING, '') }],
);
const noteRun = command(
  ({ storehouseId, day }: Pick<Day, 'storehouseId' | 'day'>) =>
    sql`insert into storage_runs (storehouse_id, day) values (${storehouseId}::uuid, ${day}::date) on conflict do nothing`,
);
/** An item without sizes is a gap of the bill. The first sizes that it gets close it; later changes do not touch past days. */
const fillSizes = command(
  ({
    first,
  }: {
    first: number;
  }) => sql`update storage_days d set volume = coalesce(d.volume, d.qty::bigint * i.length * i.width * i.height), weight = coalesce(d.weight, d.qty::bigint * i.weight)
    from items i where i.id = d.item_id and d.day > (select kontor_day()) - ${first}::int
      and ((d.volume is null and i.length * i.width * i.height is not null) or (d.weight is null and i.weight is not null))`,
  [{ first: FIRST_DAYS }],
);

/**
 * Takes down all days that are over (from 00:15 of each storehouse's clock on) and missing, up to 45 days back. Repeating it changes nothing.
 * @param first days to look back
 */
export async function takeStorageDays(db: Db, first = FIRST_DAYS): Promise<number> {
  const due = await findDue(db, { first });
  for (const { storehouseId, zone, day, until } of due) {
    const checkpoint = await checkpointBefore(db, until);
    await db.transaction(async (tx) => {
      await insertDay(tx, { storehouseId, zone, day, until, rows: stockRows(checkpoint, until) });
      await noteRun(tx, { storehouseId, day });
    });
  }
  await fillSizes(db, { first });
  return due.length;
}

export function storageJobs({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): void {
  jobs.define('stock-storage-days', async () => void (await takeStorageDays(db)), '3-59/15 * * * *');
}
