import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { type Change, recompute } from './recompute.ts';

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/**
 * Gives stock to outbound tasks in the order of priority, requested ship date and age (domain 3.7), then brings their status in line.
 * All of an order or nothing, unless its merchant lets it leave in parts; `forced` takes whatever is there. Safe to repeat.
 */
export async function allocate(tx: Db, taskIds: readonly string[], by: string | null, forced: readonly string[] = []): Promise<Change[]> {
  if (taskIds.length === 0) return [];
  await tx.execute(sql`select kontor_allocate(${uuids(taskIds)}, ${uuids(forced)})`);
  return recompute(tx, taskIds, { command: 'allocated', by });
}

/** Open outbound tasks that still want pieces of one of these items, in no order: `allocate` sorts them. Standby waits on purpose. */
export async function waitingFor(tx: Db, itemIds: readonly string[] | null, limit = 5000): Promise<string[]> {
  const some = itemIds ? sql`and l.item_id = any(${uuids(itemIds)})` : sql``;
  const result = await tx.execute(sql`select distinct t.id from tasks t join task_lines l on l.task_id = t.id
    where t.kind = 'outbound' and t.status in ('outOfStock', 'inProcess', 'pickingNeeded', 'readyToPick', 'partiallyPacked') and t.deleted_at is null and t.closed_at is null and t.unlinked_at is null
      and l.ordered - l.cancelled - l.reserved - l.picked > 0 ${some} limit ${limit}`);
  return rowsOf(result).map((row) => row['id'] as string);
}

/** Gives back what is held on shelves for these tasks; pieces already picked stay in their cart. Returns the number of pieces. */
export async function release(tx: Db, taskIds: readonly string[]): Promise<number> {
  await tx.execute(sql`update picklist_lines set open = false where open and task_id = any(${uuids(taskIds)}) and picked = 0`);
  await tx.execute(sql`update picklist_lines set open = false, short = qty - picked where open and task_id = any(${uuids(taskIds)})`);
  const [row] = rowsOf(
    await tx.execute(sql`select kontor_release(array(select id from task_lines where task_id = any(${uuids(taskIds)}))) as n`),
  );
  return (row?.['n'] as number | undefined) ?? 0;
}
