import { sql } from 'drizzle-orm';
import type { LineFacts, ParcelFacts, TaskFacts } from '#contract/orders/facts';
import { BLOCKER_KINDS, type BlockerKind, type TaskStatus } from '#contract/orders/statuses';
import { CHANNEL_SOURCE } from '#contract/orders/tasks';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { tasks } from './tasks/table.ts';

/** A task's facts with the cached values on its row. */
export type Known = {
  id: string;
  no: string;
  merchantId: string;
  status: TaskStatus;
  blocker: BlockerKind | null;
  isOfChannel: boolean;
  facts: TaskFacts;
};

const findFacts = statement(
  {
    id: tasks.id,
    no: tasks.no,
    merchantId: tasks.merchantId,
    status: tasks.status,
    blocker: tasks.blocker,
    /** An order of a channel became this task. */
    isOfChannel: cell.boolean,
    kind: tasks.kind,
    deleted: cell.boolean,
    closedAt: tasks.closedAt,
    allocatedAt: tasks.allocatedAt,
    unlinkedAt: tasks.unlinkedAt,
    arrivedAt: tasks.arrivedAt,
    receiptClosedAt: tasks.receiptClosedAt,
    preparedAt: tasks.preparedAt,
    underWayAt: tasks.underWayAt,
    partDoneAt: tasks.partDoneAt,
    gatesForcedAt: tasks.gatesForcedAt,
    shipPartial: tasks.shipPartial,
    labelSource: tasks.labelSource,
    labelSwap: tasks.labelSwap,
    dimensionsRequired: cell.boolean,
    blockers: cell.textsOf(BLOCKER_KINDS),
    lines: cell.json<LineFacts[]>(),
    parcels: cell.json<ParcelFacts[]>(),
  },
  ({ ids }: { ids: readonly string[] }) => sql`
    select t.id, t.no, t.merchant_id, t.status, t.blocker, starts_with(t.source, ${CHANNEL_SOURCE}) as is_of_channel, t.kind, t.deleted_at is not null as deleted, t.closed_at, t.allocated_at, t.unlinked_at, t.arrived_at, t.receipt_closed_at,
      t.prepared_at, t.under_way_at, t.part_done_at, t.gates_forced_at, t.ship_partial, t.label_source, t.label_swap, coalesce(c.dimensions, false) as dimensions_required,
      array(select kind from task_blockers b where b.task_id = t.id and b.resolved_at is null) as blockers,
      (select coalesce(json_agg(json_build_object('id', l.id, 'ordered', l.ordered, 'cancelled', l.cancelled, 'reserved', l.reserved, 'listed', coalesce(p.listed, 0), 'printed', coalesce(p.printed, 0),
         'short', l.short, 'picked', l.picked, 'packed', l.packed, 'shipped', l.shipped, 'returned', l.returned, 'received', l.received, 'damaged', l.damaged, 'putAway', l.put_away, 'disposed', l.disposed)), '[]')
       from task_lines l left join lateral (select sum(q.qty - q.picked - q.short)::int as listed, (sum(q.qty - q.picked - q.short) filter (where k.state <> 'open'))::int as printed
         from picklist_lines q join picklists k on k.id = q.picklist_id where q.line_id = l.id and q.open) p on true
       where l.task_id = t.id) as lines,
      (select coalesce(json_agg(json_build_object('id', p.id, 'state', p.state, 'weight', p.weight, 'measured', p.length is not null and p.width is not null and p.height is not null,
         'labelled', p.label_state in ('bought', 'foreign'), 'swapped', p.state not in ('open', 'closed', 'labelled')) order by p.seq), '[]')
       from parcels p where p.task_id = t.id) as parcels
    from tasks t left join carriers c on c.id = t.carrier_id where t.id = any(${uuids(ids)})`,
);

/**
 * Reads the facts of many tasks in one statement. Lines include the quantities on open picklists, from which "in picklist" and "printed"
 * are derived.
 */
export async function readFacts(tx: Db, ids: readonly string[]): Promise<Known[]> {
  if (ids.length === 0) return [];
  const rows = await findFacts(tx, { ids });
  return rows.map(({ id, no, merchantId, status, blocker, isOfChannel, ...facts }) => ({
    id,
    no,
    merchantId,
    status,
    blocker,
    isOfChannel,
    facts,
  }));
}
