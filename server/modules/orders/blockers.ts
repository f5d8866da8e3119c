import { sql } from 'drizzle-orm';
import type { BlockerKind } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';

const insertBlocker = command(
  ({ taskId, kind, reason, by }: { taskId: string; kind: string; reason: string; by: string | null }) =>
    sql`insert into task_blockers (task_id, kind, reason, opened_by) values (${taskId}::uuid, ${kind}, ${reason}, ${by}::uuid) on conflict do nothing`,
);

/** Opens a blocker; one of a kind that is open already stays as it is. The caller brings the task's status in line. */
export async function openBlocker(
  tx: Db,
  taskId: string,
  { kind, reason, by }: { kind: BlockerKind; reason: string; by: string | null },
): Promise<void> {
  await insertBlocker(tx, { taskId, kind, reason, by });
}
