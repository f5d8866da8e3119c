import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/http/context.ts';
import { type Checkpoint, checkpointBefore, stockRows } from './checkpoint.ts';
import { ages, FIRST_DAYS, sizesOf, TAKEN_DOWN, takenDown } from './storage-rows.ts';
import { storehouses } from './storehouses/table.ts';

/**
 * Takes down, for each storehouse and day, what lay where at midnight of its clock. It is read from the ledger by the time of booking, so a
 * day that is made up later, or a second time, has the same rows. The size of an item is that of the day it was taken down.
 */

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
const insertDay = command(
  ({ storehouseId, zone, day, until, rows }: Day) => sql`insert into storage_days (${TAKEN_DOWN})
    with lay as (select s.merchant_id, s.item_id, s.compartment_id, s.unit_id, sum(s.qty) as qty from (${rows}) s group by 1, 2, 3, 4 having sum(s.qty) > 0),
      here as (select l.* from lay l join compartments c on c.id = l.compartment_id join warehouses w on w.id = c.warehouse_id where w.storehouse_id = ${storehouseId}::uuid),
      held as (select merchant_id, item_id, sum(qty) as qty from lay where (merchant_id, item_id) in (select merchant_id, item_id from here) group by 1, 2),
      ${ages({ zone, heldAt: until, until })}
    ${takenDown({ day, storehouseId })}`,
  [{ storehouseId: '', zone: '', day: '', until: '', rows: stockRows(BEGINNING, '') }],
);
const noteRun = command(
  ({ storehouseId, day }: Pick<Day, 'storehouseId' | 'day'>) =>
    sql`insert into storage_runs (storehouse_id, day) values (${storehouseId}::uuid, ${day}::date) on conflict do nothing`,
);
const fillSizes = command(({ first }: { first: number }) => sizesOf('storage_days', first), [{ first: FIRST_DAYS }]);

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
