import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { NIGHTLY_DAYS, RECENT_DAYS } from './collect-charges.ts';

const isUpToDate = statement(
  { is: cell.boolean },
  ({ days }: { days: number }) =>
    sql`select coalesce((select created_at from charges order by sort_at desc limit 1) > now() - make_interval(days => ${days}), false) as is`,
);

/**
 * Tells how many days the collection of each minute looks back. The first one after a start looks as far as that of a night if the newest charge is
 * older than a usual look: the house stood still, or its sample was just loaded.
 */
export function lookBack(db: Db): () => Promise<number> {
  let isFirst = true;
  return async () => {
    const days = isFirst && !(await isUpToDate.one(db, { days: RECENT_DAYS })).is ? NIGHTLY_DAYS : RECENT_DAYS;
    isFirst = false;
    return days;
  };
}
