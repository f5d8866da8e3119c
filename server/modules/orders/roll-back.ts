import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { reverseMove, toRefusal } from '../stock/index.ts';
import { stockMoves } from '../stock/stock-moves/table.ts';

const findMoves = statement(
  { id: stockMoves.id },
  ({ taskId }: { taskId: string }) =>
    sql`select m.id from stock_moves m where m.task_id = ${taskId}::uuid and m.reverses_id is null and not exists (select from stock_moves r where r.reverses_id = m.id) order by m.id desc`,
);

const clearReceived = command(
  ({ taskId }: { taskId: string }) =>
    sql`update task_lines set received = 0, damaged = 0, put_away = 0, disposed = 0 where task_id = ${taskId}::uuid`,
);

const openReceipt = command(
  ({ taskId }: { taskId: string }) => sql`update tasks set receipt_closed_at = null, prepared_at = null where id = ${taskId}::uuid`,
);

const resolveQuestion = command(
  ({ by, taskId }: { by: string | null; taskId: string }) =>
    sql`update task_blockers set resolved_at = now(), resolved_by = ${by}::uuid, resolution = 'rollback' where task_id = ${taskId}::uuid and kind = 'customerHandlingAwaits' and resolved_at is null`,
);

/**
 * Reverses the last receipt, including put-aways: every move of the task that was not reversed yet, last first. Refused while one of its
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
  await clearReceived(tx, { taskId });
  await openReceipt(tx, { taskId });
  await resolveQuestion(tx, { by, taskId });
}
