import { sql } from 'drizzle-orm';
import { type MissingFact, missingFacts } from '#contract/orders/missing-facts';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { readFacts } from './facts.ts';
import { taskBlockers } from './tables.ts';

/** The fact that an order lacks first, and the stored reason of the blocker that it is (contract/orders/reasons.ts). */
export type FirstMissing = MissingFact & { id: string; no: string; reason: string };

const findReasons = statement(
  { taskId: taskBlockers.taskId, kind: taskBlockers.kind, reason: taskBlockers.reason },
  ({ ids }: { ids: readonly string[] }) =>
    sql`select task_id as "taskId", kind, reason from task_blockers where task_id = any(${uuids(ids)}) and resolved_at is null`,
  [{ ids: [] }],
);

/** What keeps each of these orders from going on. Orders that lack nothing are left out. */
export async function firstMissing(tx: Db, ids: readonly string[]): Promise<FirstMissing[]> {
  const reasons = await findReasons(tx, { ids });
  return (await readFacts(tx, ids)).flatMap(({ id, no, facts }) => {
    const [first] = missingFacts(facts);
    if (!first) return [];
    const blocker = reasons.find(({ taskId, kind }) => taskId === id && kind === first.fact);
    return [{ ...first, id, no, reason: blocker?.reason ?? '' }];
  });
}
