import { sql } from 'drizzle-orm';
import type { TaskFacts } from '#contract/task/facts';
import type { BlockerKind, TaskStatus } from '#contract/task/statuses';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';

/** A task's facts with what the caches on its row say now. */
export type Known = { id: string; no: string; merchantId: string; status: TaskStatus; blocker: BlockerKind | null; facts: TaskFacts };

/**
 * Facts of many tasks in one statement. Lines carry what stands on open picklists, so that "in picklist" and "printed" follow
 * from the lists themselves.
 */
export async function readFacts(tx: Db, ids: readonly string[]): Promise<Known[]> {
  if (ids.length === 0) return [];
  const list = sql`${`{${ids.join(',')}}`}::uuid[]`;
  const result = await tx.execute(sql`
    select t.id, t.no, t.merchant_id, t.status, t.blocker, t.kind, t.deleted_at is not null as deleted, t.closed_at, t.allocated_at, t.unlinked_at, t.arrived_at, t.receipt_closed_at,
      t.prepared_at, t.under_way_at, t.part_done_at, t.gates_forced_at, t.ship_partial, t.label_source, t.label_swap, coalesce(c.dimensions, false) as dimensions,
      array(select kind from task_blockers b where b.task_id = t.id and b.resolved_at is null) as blockers,
      (select coalesce(json_agg(json_build_object('id', l.id, 'ordered', l.ordered, 'cancelled', l.cancelled, 'reserved', l.reserved, 'listed', coalesce(p.listed, 0), 'printed', coalesce(p.printed, 0),
         'short', l.short, 'picked', l.picked, 'packed', l.packed, 'shipped', l.shipped, 'returned', l.returned, 'received', l.received, 'damaged', l.damaged, 'putAway', l.put_away, 'disposed', l.disposed)), '[]')
       from task_lines l left join lateral (select sum(q.qty - q.picked - q.short)::int as listed, (sum(q.qty - q.picked - q.short) filter (where k.state <> 'open'))::int as printed
         from picklist_lines q join picklists k on k.id = q.picklist_id where q.line_id = l.id and q.open) p on true
       where l.task_id = t.id) as lines,
      (select coalesce(json_agg(json_build_object('id', p.id, 'state', p.state, 'weight', p.weight, 'measured', p.length is not null and p.width is not null and p.height is not null,
         'labelled', p.label_state in ('bought', 'foreign'), 'swapped', p.state not in ('open', 'closed', 'labelled')) order by p.seq), '[]')
       from parcels p where p.task_id = t.id) as parcels
    from tasks t left join carriers c on c.id = t.carrier_id where t.id = any(${list})`);
  return rowsOf(result).map(known);
}

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

function known(row: Record<string, unknown>): Known {
  const facts: TaskFacts = {
    kind: row['kind'] as TaskFacts['kind'],
    deleted: row['deleted'] as boolean,
    blockers: row['blockers'] as BlockerKind[],
    closedAt: text(row['closed_at']),
    allocatedAt: text(row['allocated_at']),
    unlinkedAt: text(row['unlinked_at']),
    arrivedAt: text(row['arrived_at']),
    receiptClosedAt: text(row['receipt_closed_at']),
    preparedAt: text(row['prepared_at']),
    underWayAt: text(row['under_way_at']),
    partDoneAt: text(row['part_done_at']),
    gatesForcedAt: text(row['gates_forced_at']),
    shipPartial: row['ship_partial'] as boolean,
    labelSource: row['label_source'] as TaskFacts['labelSource'],
    dimensionsRequired: row['dimensions'] as boolean,
    labelSwap: row['label_swap'] as boolean,
    lines: row['lines'] as TaskFacts['lines'],
    parcels: row['parcels'] as TaskFacts['parcels'],
  };
  return {
    id: row['id'] as string,
    no: row['no'] as string,
    merchantId: row['merchant_id'] as string,
    status: row['status'] as TaskStatus,
    blocker: row['blocker'] as BlockerKind | null,
    facts,
  };
}
