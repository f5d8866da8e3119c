import { sql } from 'drizzle-orm';
import { SERVICE_KINDS } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { uuids } from '../../core/db/uuids.ts';
import type { Known } from '../orders/index.ts';

const TABLES = ['containers', 'transport_quotes', 'collections'] as const;

/** Services repeat what their task says; called by the one writer of a task's status, after it wrote. A cancelled task takes its service away. */
export async function copyOrderStatus(tx: Db, known: readonly Known[]): Promise<void> {
  const ids = known.filter(({ facts }) => (SERVICE_KINDS as readonly string[]).includes(facts.kind)).map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of TABLES)
    await tx.execute(sql`update ${sql.identifier(table)} s set status = t.status, status_since = t.status_since, blocker = t.blocker, under_way_at = t.under_way_at,
        arrived_at = t.arrived_at, deleted_at = t.deleted_at, cancel_reason = t.cancel_reason
      from tasks t where t.id = s.id and s.id = any(${uuids(ids)}) and (s.status, s.blocker, s.under_way_at, s.arrived_at, s.deleted_at, s.cancel_reason)
        is distinct from (t.status, t.blocker, t.under_way_at, t.arrived_at, t.deleted_at, t.cancel_reason)`);
}
