import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { reverseMove, toRefusal } from '../stock/index.ts';
import { stockMoves } from '../stock/stock-moves/table.ts';
import { recompute } from './recompute.ts';
import { taskLines } from './task-lines/table.ts';

const findMoves = statement(
  { id: stockMoves.id },
  ({ taskId }: { taskId: string }) =>
    sql`select m.id from stock_moves m where m.task_id = ${taskId}::uuid and m.reverses_id is null and not exists (select from stock_moves r where r.reverses_id = m.id) order by m.id desc`,
);

const clearReceived = command(
  ({ taskId }: { taskId: string }) =>
    sql`update task_lines set received = 0, damaged = 0, put_away = 0, disposed = 0 where task_id = ${taskId}::uuid`,
);

/** Pieces of a return are counted on the lines of its order, too: on the last ones first, as they were counted from the first on. */
const uncountReturned = statement(
  { taskId: taskLines.taskId },
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`with back as (select item_id, sum(received)::int as qty from task_lines where task_id = ${taskId}::uuid group by 1),
      counted as (select o.id, least(o.returned, greatest(0, b.qty - coalesce(sum(o.returned) over (partition by o.item_id order by o.position desc, o.id desc
          rows between unbounded preceding and 1 preceding), 0)))::int as qty
        from tasks t join task_lines o on o.task_id = t.parent_id join back b on b.item_id = o.item_id where t.id = ${taskId}::uuid and t.kind = 'retour')
      update task_lines o set returned = o.returned - c.qty from counted c where c.id = o.id and c.qty > 0 returning o.task_id`,
);

const openReceipt = command(
  ({ taskId }: { taskId: string }) => sql`update tasks set receipt_closed_at = null, prepared_at = null where id = ${taskId}::uuid`,
);

const resolveQuestion = command(
  ({ by, taskId }: { by: string | null; taskId: string }) =>
    sql`update task_blockers set resolved_at = now(), resolved_by = ${by}::uuid, resolution = 'rollback' where task_id = ${taskId}::uuid and kind = 'customerHandlingAwaits' and resolved_at is null`,
);

/**
 * Reverses the last receipt, including put-aways and what a return counted on its order: every move of the task that was not reversed yet, last first. Refused while one of its
 * pieces is held for an order or was moved on. (OpenBoxes #5569: a roll-back that ignores put-aways loses the goods.)
 * @throws DomainError StateRefused `goodsGoneOn`
 */
export async function rollBack(tx: Db, taskId: string, { by, reason }: { by: string | null; reason: string }): Promise<void> {
  const moves = await findMoves(tx, { taskId });
  try {
    for (const move of moves) await reverseMove(tx, move.id, { userId: by, reason: reason || 'rollBack' }, {});
  } catch (error) {
    if (toRefusal(error)) throw new DomainError('StateRefused', 'tasks.refusals.goodsGoneOn');
    throw error;
  }
  const orders = await uncountReturned(tx, { taskId });
  await clearReceived(tx, { taskId });
  await openReceipt(tx, { taskId });
  await resolveQuestion(tx, { by, taskId });
  if (orders.length > 0)
    await recompute(
      tx,
      orders.map((order) => order.taskId),
      { command: 'rollbackReceipt', reason, by },
    );
}
