import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/http/context.ts';
import { FIRST_DAYS, takePeaks } from '../stock/index.ts';

/** Days whose stock was taken down, of merchants whose terms charge the largest quantity of that day. */
const findDue = statement(
  { storehouseId: cell.uuid, merchantId: cell.uuid, zone: cell.text, day: cell.date, since: cell.text, until: cell.text },
  ({
    first,
  }: {
    first: number;
  }) => sql`select r.storehouse_id, t.merchant_id, h.timezone as zone, r.day, (r.day::timestamp at time zone h.timezone)::text as since, ((r.day + 1)::timestamp at time zone h.timezone)::text as until
    from storage_runs r join storehouses h on h.id = r.storehouse_id
      join merchant_terms t on t.storage_basis = 'dayPeak' and t.deleted_at is null and t.valid_from <= r.day and (t.valid_to is null or t.valid_to >= r.day)
    where r.day > (select kontor_day()) - ${first}::int
      and not exists (select from storage_peak_runs p where p.storehouse_id = r.storehouse_id and p.merchant_id = t.merchant_id and p.day = r.day)
    order by r.day, r.storehouse_id, t.merchant_id`,
  [{ first: FIRST_DAYS }],
);

/**
 * Takes down the peaks of all days that are over and missing, also of days before the terms were changed. Repeating it changes nothing.
 * @param first days to look back
 */
export async function takeStoragePeaks(db: Db, first = FIRST_DAYS): Promise<number> {
  const due = await findDue(db, { first });
  await takePeaks(db, due, first);
  return due.length;
}

export function storagePeakJobs({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): void {
  // Two minutes after the stock of the day is taken down.
  jobs.define('billing-storage-peaks', async () => void (await takeStoragePeaks(db)), '5-59/15 * * * *');
}
