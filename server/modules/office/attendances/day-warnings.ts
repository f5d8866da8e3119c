import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { dayWarning, lastEndBefore } from '#contract/office/shift';
import type { Db } from '../../../core/db/client.ts';
import { attendances } from './table.ts';

/** Shifts of a user from two days before `first` (for the rest period) to `after` days past `last`, oldest first. */
export const shiftsOf = (tx: Db, userId: string, { first, last, after = 0 }: { first: string; last: string; after?: number }) =>
  tx
    .select()
    .from(attendances)
    .where(
      and(
        eq(attendances.userId, userId),
        isNull(attendances.deletedAt),
        sql`${attendances.day} between ${first}::date - 2 and ${last}::date + ${after}::int`,
      ),
    )
    .orderBy(attendances.startAt);

/**
 * Writes warnings about legal limits to the shifts of a day and of the next day, whose rest period depends on it. Call it after every
 * change of a shift: the limits apply to a day, not to a shift (§§ 3 to 5 ArbZG).
 * @param day YYYY-MM-DD of the house
 */
export async function updateDayWarnings(tx: Db, userId: string, day: string, now: string): Promise<void> {
  const near = await shiftsOf(tx, userId, { first: day, last: day, after: 2 });
  const next = near.find((shift) => shift.day > day)?.day;
  for (const one of [day, ...(next === undefined ? [] : [next])]) {
    const own = near.filter((shift) => shift.day === one);
    const warning = dayWarning(own, lastEndBefore(near, one), now);
    for (const { id } of own)
      await tx
        .update(attendances)
        .set({ warning })
        .where(and(eq(attendances.id, id), ne(attendances.warning, warning)));
  }
}
