import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { NIGHTLY_DAYS, RECENT_DAYS } from './collect-charges.ts';

const DAY = 86_400_000;
/** Each run looks this much further back than to the one before it, in milliseconds: a fact is seen when its transaction ends, which may take minutes. */
const OVERLAP = 5 * 60_000;

const isUpToDate = statement(
  { is: cell.boolean },
  ({ days }: { days: number }) =>
    sql`select coalesce((select created_at from charges order by sort_at desc limit 1) > now() - make_interval(days => ${days}), false) as is`,
);

/**
 * The collection of each minute: it looks back to the last one of this node that ended well. A minute then costs as much as its own facts, not as
 * those of days. The first one after a start looks back as far as that of an hour, or of a night if the newest charge is older: the house
 * stood still, or its sample was just loaded.
 */
export function lookBack(db: Db): (collect: (days: number) => Promise<void>) => Promise<void> {
  let last: number | null = null;
  return async (collect) => {
    const begun = Date.now();
    if (last !== null) await collect((begun - last + OVERLAP) / DAY);
    else await collect((await isUpToDate.one(db, { days: RECENT_DAYS })).is ? RECENT_DAYS : NIGHTLY_DAYS);
    last = begun;
  };
}
