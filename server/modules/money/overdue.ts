import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';

const TABLES = ['invoices', 'bills'] as const;
const turnOverdue = command(
  // The day stands in a subquery, so that it is asked for once and not for each row.
  ({ table }: { table: (typeof TABLES)[number] }) =>
    sql`update ${sql.identifier(table)} set overdue = not overdue where overdue <> (open > 0 and due_date < (select kontor_day())) and due_date is not null`,
  TABLES.map((table) => ({ table })),
);

/** Days pass without anybody writing: what became overdue by the house's day is marked, so that lists can filter by it. */
export async function markOverdue(db: Db): Promise<void> {
  for (const table of TABLES) await turnOverdue(db, { table });
}
