import { sql } from 'drizzle-orm';
import { AFTER_OUR_WORK } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { literals } from '../../core/db/columns.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { taskLines } from '../orders/task-lines/table.ts';
import { type Checkpoint, latestCheckpoint, movedAfter, stockRows } from './checkpoint.ts';
import type { Invariant } from './invariants.ts';

/** Number of last scans that are checked per device. */
const LAST_SCANS = 100;

/** Ids of orders and of their lines, as arrays in text form. */
type Work = { tasks: string; lines: string };
const ANY: Checkpoint = { no: 0, until: '-infinity' };
const findRecentTasks = statement(
  { id: cell.uuid },
  ({
    checkpoint,
  }: {
    checkpoint: Checkpoint;
  }) => sql`select id from tasks where closed_at is null and deleted_at is null and status not in (${sql.raw(literals(AFTER_OUR_WORK))})
    union select m.task_id from stock_moves m where m.task_id is not null and ${movedAfter(checkpoint)}`,
  [{ checkpoint: ANY }],
);
const findLines = statement(
  { id: taskLines.id },
  ({ tasks }: Pick<Work, 'tasks'>) => sql`select id from task_lines where task_id = any(${tasks}::uuid[])`,
);
const findBroken = statement(
  { rule: cell.text, broken: cell.integer },
  ({ checkpoint, tasks, lines }: Work & { checkpoint: Checkpoint }) => sql`with ledger as (
          select merchant_id, item_id, compartment_id, lot, expiry, serial, condition, unit_id, sum(qty) as qty from (${stockRows(checkpoint)}) s group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(qty) <> 0
        ), stock as (
          select * from stock_balances where on_hand > 0
        ), held as (
          select balance_id, sum(qty)::int as qty from reservations group by 1
        ), lines as materialized (
          select l.*, t.kind from tasks t join task_lines l on l.task_id = t.id where l.task_id = any(${tasks}::uuid[]) and t.id = any(${tasks}::uuid[])
        ), shelf as (
          select v.line_id, sum(v.qty) filter (where not v.picked) as on_shelf, sum(v.qty) filter (where v.picked) as in_hand from reservations v group by 1
        ), boxed as (
          select c.line_id, sum(c.qty) as qty from parcels p join parcel_contents c on c.parcel_id = p.id where p.task_id = any(${tasks}::uuid[]) group by 1
        ), moved as materialized (
          select m.line_id, coalesce(sum(case when m.from_place in ('supplier', 'customer') then m.qty else -m.qty end) filter (where m.from_place in ('supplier', 'customer') or m.to_place in ('supplier', 'customer')), 0) as received,
            coalesce(sum(case when m.to_place = 'customer' then m.qty else -m.qty end) filter (where m.to_place = 'customer' or m.from_place = 'customer'), 0) as shipped
          from stock_moves m where m.line_id = any(${lines}::uuid[]) group by 1
        )
        select 'I2 balance = sum of moves' as rule,
          (select count(*) from stock b full join ledger l on l.merchant_id = b.merchant_id and l.item_id = b.item_id and l.compartment_id = b.compartment_id and l.lot = b.lot and l.expiry is not distinct from b.expiry
            and l.serial = b.serial and l.condition = b.condition and l.unit_id is not distinct from b.unit_id where coalesce(b.on_hand, 0) <> coalesce(l.qty, 0))::int as broken
        union all select 'I3 nothing is negative or promised twice', (select count(*) from stock_balances where on_hand < 0 or reserved < 0 or reserved > on_hand)::int
        union all select 'I3 reserved = sum of reservations', (select count(*) from stock_balances b left join held h on h.balance_id = b.id where b.reserved <> coalesce(h.qty, 0))::int
        union all select 'I4 a serial number is in one place',
          (select count(*) from (select from stock where serial <> '' group by merchant_id, item_id, serial having count(*) > 1 or sum(on_hand) > 1) d)::int
        union all select 'I5 packed <= picked <= ordered, shipped <= packed',
          (select count(*) from lines l where l.kind = 'outbound' and (l.packed > l.picked or l.shipped > l.packed or l.picked + l.cancelled > l.ordered))::int
        union all select 'I5 what is in boxes = what was packed',
          (select count(*) from lines l left join boxed b on b.line_id = l.id where l.kind = 'outbound' and coalesce(b.qty, 0) <> l.packed)::int
        union all select 'I5 reserved and picked of a line = its reservations',
          (select count(*) from lines l left join shelf s on s.line_id = l.id
            where l.kind = 'outbound' and (l.reserved <> coalesce(s.on_shelf, 0) or l.picked - l.shipped <> coalesce(s.in_hand, 0)))::int
        union all select 'I5 received = moves from suppliers and customers',
          (select count(*) from lines l left join moved m on m.line_id = l.id where l.kind in ('inbound', 'retour') and l.received <> coalesce(m.received, 0))::int
        union all select 'I5 shipped = moves to customers',
          (select count(*) from lines l left join moved m on m.line_id = l.id where l.kind = 'outbound' and l.shipped <> coalesce(m.shipped, 0))::int
        union all select 'I6 a piece stands on one open picklist', (select count(*) from (select from picklist_lines where open group by line_id, balance_id having count(*) > 1) d)::int
        union all select 'I7 every change of status is in the timeline',
          (select count(*) from tasks t where t.id = any(${tasks}::uuid[]) and t.status <> coalesce((select e.to_status from task_events e where e.task_id = t.id and e.to_status is not null order by e.id desc limit 1), 'inProcess'))::int
        union all select 'I8 the numbers of a device have no gap',
          (select count(*) from scan_devices d where least(d.last_seq, ${LAST_SCANS}::int) <> (select count(*) from scans s where s.device_id = d.id and s.seq > d.last_seq - ${LAST_SCANS}::int))::int`,
  [{ checkpoint: ANY, tasks: '{}', lines: '{}' }],
);

/**
 * Orders that are open or had moves since the checkpoint, and their lines. Passed as id lists, because the planner would overestimate a
 * subquery.
 */
async function recentWork(tx: Db, checkpoint: Checkpoint): Promise<Work> {
  const list = (rows: readonly { id: string }[]): string => `{${rows.map(({ id }) => id).join(',')}}`;
  const tasks = list(await findRecentTasks(tx, { checkpoint }));
  return { tasks, lines: list(await findLines(tx, { tasks })) };
}

/**
 * Checks the rules of invariants.sql at a cost that does not grow with the history: balances against checkpoint and later moves, orders
 * that are open or had moves since, and the last scans of each device. Direct changes in the database to closed orders or older moves are
 * found by the full proof.
 */
export async function readQuickInvariants(db: Db): Promise<Invariant[]> {
  return db.transaction(
    async (tx) => {
      const checkpoint = await latestCheckpoint(tx);
      return findBroken(tx, { checkpoint, ...(await recentWork(tx, checkpoint)) });
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
