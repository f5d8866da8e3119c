import { sql } from 'drizzle-orm';
import { SERVICE_KINDS } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { uuids } from '../../core/db/uuids.ts';
import type { Known } from '../orders/index.ts';

const TABLES = ['containers', 'transport_quotes', 'collections'] as const;

/**
 * Copies status columns of tasks to their services. Called by `recompute` after it wrote a task's status. A cancelled task deletes its
 * service.
 */
export async function copyOrderStatus(tx: Db, known: readonly Known[]): Promise<void> {
  const ids = known.filter(({ facts }) => (SERVICE_KINDS as readonly string[]).includes(facts.kind)).map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of TABLES)
    await tx.execute(sql`update ${sql.identifier(table)} s set status = t.status, status_since = t.status_since, blocker = t.blocker, under_way_at = t.under_way_at,
        arrived_at = t.arrived_at, deleted_at = t.deleted_at, cancel_reason = t.cancel_reason
      from tasks t where t.id = s.id and s.id = any(${uuids(ids)}) and (s.status, s.blocker, s.under_way_at, s.arrived_at, s.deleted_at, s.cancel_reason)
        is distinct from (t.status, t.blocker, t.under_way_at, t.arrived_at, t.deleted_at, t.cancel_reason)`);
}
