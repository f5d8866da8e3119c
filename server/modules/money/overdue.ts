import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';

const TABLES = ['invoices', 'bills'] as const;
const turnOverdue = command(
  // A subquery, so that the day is computed once and not for each row.
  ({ table }: { table: (typeof TABLES)[number] }) =>
    sql`update ${sql.identifier(table)} set overdue = not overdue where overdue <> (open > 0 and due_date < (select kontor_day())) and due_date is not null`,
  TABLES.map((table) => ({ table })),
);

/** Updates `overdue` by the house's current day, so that lists can filter by it. */
export async function markOverdue(db: Db): Promise<void> {
  for (const table of TABLES) await turnOverdue(db, { table });
}
