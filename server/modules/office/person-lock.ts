import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';

const lockPerson = command(
  ({ userId }: { userId: string }) => sql`select pg_advisory_xact_lock(hashtextextended('attendanceMonths:' || ${userId}::uuid, 0))`,
);
/** Public holidays of the calendar are not written while somebody counts with them. */
const lockHolidays = command(() => sql`select pg_advisory_xact_lock_shared(hashtextextended('attendanceMonths', 0))`);

/**
 * Waits until nobody else writes what a person's month or leave counts, and keeps others from it until the end of the transaction. Triggers
 * take the same lock, shared, for every write (closed-months.sql).
 */
export async function lockTimeOf(tx: Db, userId: string): Promise<void> {
  await lockHolidays(tx);
  await lockPerson(tx, { userId });
}
