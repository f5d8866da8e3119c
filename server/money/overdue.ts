import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Days pass without anybody writing: what became overdue since is marked, so that lists can filter by it. */
export async function markOverdue(db: Db): Promise<void> {
  for (const table of ['invoices', 'bills'])
    await db.execute(
      sql`update ${sql.identifier(table)} set overdue = not overdue where overdue <> (open > 0 and due_date < current_date) and due_date is not null`,
    );
}
