import { sql } from 'drizzle-orm';
import type { LineFacts, TaskFacts } from '#contract/orders/facts';
import { statusOf } from '#contract/orders/status';
import { BLOCKER_KINDS, type BlockerKind, type TaskStatus } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { command } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { followOrders } from '../channels/index.ts';
import { copyOrderStatus } from '../freight/index.ts';
import { updatePurchaseStatus } from '../trade/index.ts';
import { type Known, readFacts } from './facts.ts';
import { notifyReturns } from './return-notices.ts';

/** What changed the facts. It becomes the timeline entry. */
export type Happening = { command: string; reason?: string; payload?: Record<string, unknown>; by: string | null };
export type Change = { id: string; no: string; from: TaskStatus; to: TaskStatus };

const total = (facts: TaskFacts, of: (line: LineFacts) => number): number => facts.lines.reduce((sum, line) => sum + of(line), 0);
const firstBlocker = (kinds: readonly BlockerKind[]): BlockerKind | null => BLOCKER_KINDS.find((kind) => kinds.includes(kind)) ?? null;

const cacheOf = ({ id, facts }: Known, status: TaskStatus) => ({
  id,
  status,
  blocker: firstBlocker(facts.blockers),
  pieces: total(facts, (line) => line.ordered - line.cancelled),
  picked: total(facts, (line) => line.picked),
  packed: total(facts, (line) => line.packed),
  shipped: total(facts, (line) => line.shipped),
  received: total(facts, (line) => line.received),
  put_away: total(facts, (line) => line.putAway),
  parcel_count: facts.parcels.filter((parcel) => parcel.state !== 'void').length,
});

const lockTasks = command(
  ({ ids }: { ids: readonly string[] }) => sql`select 1 from tasks where id = any(${uuids(ids)}) order by id for update`,
);

// The ids stand apart from the rows: of a list in JSON PostgreSQL expects a hundred rows, and reads the whole table for them while it is small.
const writeStatus = command(
  ({
    ids,
    rows,
  }: {
    ids: readonly string[];
    rows: string;
  }) => sql`update tasks t set status = n.status, blocker = n.blocker, status_since = case when t.status <> n.status then now() else t.status_since end,
      pieces = n.pieces, picked = n.picked, packed = n.packed, shipped = n.shipped, received = n.received, put_away = n.put_away, parcel_count = n.parcel_count,
      actual_ship_at = case when n.status = 'shipped' or (t.kind in ('outbound', 'transportLabel') and n.status in ('inTransit', 'inDelivery', 'delivered')) then coalesce(t.actual_ship_at, now()) else t.actual_ship_at end
    from jsonb_to_recordset(${rows}::jsonb) as n(id uuid, status text, blocker text, pieces int, picked int, packed int, shipped int, received int, put_away int, parcel_count int)
    where t.id = any(${uuids(ids)}) and t.id = n.id and (t.status, t.blocker, t.pieces, t.picked, t.packed, t.shipped, t.received, t.put_away, t.parcel_count)
      is distinct from (n.status, n.blocker, n.pieces, n.picked, n.packed, n.shipped, n.received, n.put_away, n.parcel_count)`,
);

const insertEvents = command(
  ({ rows }: { rows: string }) => sql`insert into task_events (task_id, command, reason, payload, from_status, to_status, by)
      select task_id, command, reason, payload, from_status, to_status, by from jsonb_to_recordset(${rows}::jsonb)
        as e(task_id uuid, command text, reason text, payload jsonb, from_status text, to_status text, by uuid)`,
);

/**
 * Computes status and counters of tasks from their facts and writes what differs. Only this function writes `tasks.status`. Call it in the
 * transaction that changed the facts. `always` adds a timeline entry even if the status stays the same. `locked` names tasks that the
 * transaction has already locked.
 * @returns the tasks whose status changed
 */
export async function recompute(
  tx: Db,
  ids: Iterable<string>,
  happening: Happening,
  { always = false, locked = new Set() }: { always?: boolean; locked?: ReadonlySet<string> } = {},
): Promise<Change[]> {
  const wanted = [...new Set(ids)].sort();
  // Without this lock, two concurrent commands on one task would each compute from facts that lack the other's.
  if (wanted.some((id) => !locked.has(id))) await lockTasks(tx, { ids: wanted });
  const known = await readFacts(tx, wanted);
  if (known.length === 0) return [];
  const now = known.map((task) => cacheOf(task, statusOf(task.facts)));
  await writeStatus(tx, { ids: now.map(({ id }) => id), rows: JSON.stringify(now) });
  await copyOrderStatus(tx, known);
  await updatePurchaseStatus(tx, known);
  await followOrders(tx, known, now);
  await notifyReturns(tx, known, happening.command === 'created');
  const changes = known.flatMap(({ id, no, status: from }, i): Change[] => {
    const to = now[i]?.status;
    return to !== undefined && to !== from ? [{ id, no, from, to }] : [];
  });
  const changed = new Map(changes.map((change) => [change.id, change]));
  const events = known
    .filter(({ id }) => always || changed.has(id))
    .map(({ id }) => ({
      task_id: id,
      command: happening.command,
      reason: happening.reason ?? '',
      payload: happening.payload ?? {},
      from_status: changed.get(id)?.from ?? null,
      to_status: changed.get(id)?.to ?? null,
      by: happening.by,
    }));
  if (events.length > 0) await insertEvents(tx, { rows: JSON.stringify(events) });
  return changes;
}
