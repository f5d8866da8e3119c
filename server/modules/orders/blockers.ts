import { sql } from 'drizzle-orm';
import type { BlockerKind } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';

const insertBlocker = command(
  ({ taskId, kind, reason, by }: { taskId: string; kind: string; reason: string; by: string | null }) =>
    sql`insert into task_blockers (task_id, kind, reason, opened_by) values (${taskId}::uuid, ${kind}, ${reason}, ${by}::uuid) on conflict do nothing`,
);

/** Opens a blocker. An open blocker of the same kind stays unchanged. The caller recomputes the task's status. */
export async function openBlocker(
  tx: Db,
  taskId: string,
  { kind, reason, by }: { kind: BlockerKind; reason: string; by: string | null },
): Promise<void> {
  await insertBlocker(tx, { taskId, kind, reason, by });
}
