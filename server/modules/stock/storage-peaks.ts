import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';
import { type Checkpoint, checkpointBefore, stockRows } from './checkpoint.ts';
import { ages, FIRST_DAYS, sizesOf, TAKEN_DOWN, takenDown } from './storage-rows.ts';

/**
 * Takes down the largest quantity that each place, unit and item of a merchant had at any time of a day, by the moves of that day as they were
 * booked. Like the stock at midnight it is the same whenever it is made. What was booked and taken back on the same day never lay there.
 */

/** A day of a merchant in a storehouse, from one midnight of its clock (`since`) to the next (`until`). */
export type PeakDay = { storehouseId: string; merchantId: string; zone: string; day: string; since: string; until: string };
type Day = PeakDay & { rows: SQL };
const BEGINNING: Checkpoint = { no: 0, until: '-infinity' };

/** Both sides of a move between units or conditions of one place have the same instant, so that they are summed together. */
const insertPeaks = command(
  ({ storehouseId, merchantId, zone, day, since, until, rows }: Day) => sql`insert into storage_peaks (${TAKEN_DOWN})
    with began as (select s.merchant_id, s.item_id, s.compartment_id, s.unit_id, sum(s.qty) as qty from (${rows}) s group by 1, 2, 3, 4 having sum(s.qty) <> 0),
      moved as (select m.* from stock_moves m where m.merchant_id = ${merchantId}::uuid and m.sort_at > ${since}::timestamptz and m.sort_at <= ${until}::timestamptz
        and not exists (select from stock_moves r where r.reverses_id = m.id and r.sort_at <= ${until}::timestamptz)
        and not exists (select from stock_moves o where o.id = m.reverses_id and o.sort_at > ${since}::timestamptz)),
      steps as (select merchant_id, item_id, compartment_id, unit_id, qty, ${since}::timestamptz as at from began
        union all select merchant_id, item_id, to_id, to_unit_id, qty, sort_at from moved where to_place = 'stock'
        union all select merchant_id, item_id, from_id, from_unit_id, -qty, sort_at from moved where from_place = 'stock'),
      ran as (select merchant_id, item_id, compartment_id, unit_id, sum(qty) over (partition by merchant_id, item_id, compartment_id, unit_id order by at) as qty from steps),
      peaks as (select merchant_id, item_id, compartment_id, unit_id, max(qty) as qty from ran group by 1, 2, 3, 4 having max(qty) > 0),
      here as (select p.* from peaks p join compartments c on c.id = p.compartment_id join warehouses w on w.id = c.warehouse_id where w.storehouse_id = ${storehouseId}::uuid),
      held as (select merchant_id, item_id, sum(qty) as qty from began where (merchant_id, item_id) in (select merchant_id, item_id from here) group by 1, 2),
      ${ages({ zone, heldAt: since, until })}
    ${takenDown({ day, storehouseId })}`,
  [{ storehouseId: '', merchantId: '', zone: '', day: '', since: '', until: '', rows: stockRows(BEGINNING, '') }],
);
const noteRun = command(
  ({ storehouseId, merchantId, day }: Pick<Day, 'storehouseId' | 'merchantId' | 'day'>) =>
    sql`insert into storage_peak_runs (storehouse_id, merchant_id, day) values (${storehouseId}::uuid, ${merchantId}::uuid, ${day}::date) on conflict do nothing`,
);
const fillSizes = command(({ first }: { first: number }) => sizesOf('storage_peaks', first), [{ first: FIRST_DAYS }]);

/** Takes the peaks of these days down, and fills in sizes that are known by now. Repeating it changes nothing. */
export async function takePeaks(db: Db, days: readonly PeakDay[], first = FIRST_DAYS): Promise<void> {
  for (const day of days) {
    const checkpoint = await checkpointBefore(db, day.since);
    const rows = stockRows(checkpoint, day.since, sql`m.merchant_id = ${day.merchantId}::uuid`);
    await db.transaction(async (tx) => {
      await insertPeaks(tx, { ...day, rows });
      await noteRun(tx, day);
    });
  }
  await fillSizes(db, { first });
}
