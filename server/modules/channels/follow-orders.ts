import { sql } from 'drizzle-orm';
import type { ChannelOrderState } from '#contract/channels/channel-orders';
import type { TaskFacts } from '#contract/orders/facts';
import { AFTER_OUR_WORK, type TaskStatus } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { notNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { channelOrders } from './channel-orders/table.ts';
import { addRests } from './shops/close-rest.ts';
import { addShipments } from './shops/shipped.ts';

type Known = { id: string; isOfChannel: boolean; facts: Pick<TaskFacts, 'kind' | 'deleted' | 'blockers' | 'closedAt'> };

/** The state of an order of a channel once it was taken: that of our order. */
function stateOf({ deleted, blockers, closedAt }: Known['facts'], status: TaskStatus): ChannelOrderState {
  if (deleted) return 'cancelled';
  if (closedAt !== null || AFTER_OUR_WORK.includes(status)) return 'done';
  return blockers.includes('cancelRequested') ? 'cancelAsked' : 'taken';
}

const writeStates = statement(
  { taskId: notNull(channelOrders.taskId), state: channelOrders.state },
  ({ taskIds, rows }: { taskIds: readonly string[]; rows: string }) => sql`update channel_orders o set state = n.state,
      ended_at = case when n.state in ('cancelled', 'done') then coalesce(o.ended_at, now()) end
    from jsonb_to_recordset(${rows}::jsonb) as n(id uuid, state text)
    where o.task_id = any(${uuids(taskIds)}) and o.task_id = n.id and o.state <> n.state and o.state in ('taken', 'cancelAsked', 'cancelled', 'done')
    returning o.task_id, o.state`,
);

/**
 * Lets the orders of channels follow the orders that they became, and shops be told of what was shipped and of what never will be. Only this function writes their state
 * after they were taken.
 */
export async function followOrders(
  tx: Db,
  known: readonly Known[],
  now: readonly { status: TaskStatus; shipped: number }[],
): Promise<void> {
  const rows = known.flatMap(({ id, isOfChannel, facts }, i) => {
    const status = now[i]?.status;
    return isOfChannel && status !== undefined ? [{ id, state: stateOf(facts, status) }] : [];
  });
  const changed = rows.length > 0 ? await writeStates(tx, { taskIds: rows.map(({ id }) => id), rows: JSON.stringify(rows) }) : [];
  const shipped = known.filter(({ isOfChannel }, i) => isOfChannel && (now[i]?.shipped ?? 0) > 0).map(({ id }) => id);
  if (shipped.length > 0) await addShipments(tx, shipped);
  const done = changed.filter(({ state }) => state === 'done').map(({ taskId }) => taskId);
  if (done.length > 0) await addRests(tx, done);
}
