import { type SQL, sql } from 'drizzle-orm';
import { cell, command, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { items } from '../../catalog/items/table.ts';
import { picklists } from '../../orders/picklists/table.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { counts } from '../../stock/counts/table.ts';
import { stockBalances } from '../../stock/stock-balances/table.ts';
import { picklistLines, reservations } from '../../stock/tables.ts';

/** Statements of pick.ts. */

/** Position of a compartment on the walk; the same order as in picklists (server/modules/orders/make-picklist.ts). */
const wayOf = (place: SQL): SQL => sql`row(w.code, ${place}.pick_order, ${place}.code)`;

export const lockWalk = statement(
  {
    id: picklistLines.id,
    qty: picklistLines.qty,
    picked: picklistLines.picked,
    short: picklistLines.short,
    open: picklistLines.open,
    lineId: picklistLines.lineId,
    taskId: picklistLines.taskId,
    balanceId: picklistLines.balanceId,
    picklistId: picklistLines.picklistId,
    listState: picklists.state,
    cartId: picklists.cartId,
    merchantId: stockBalances.merchantId,
    itemId: stockBalances.itemId,
    compartmentId: stockBalances.compartmentId,
    lot: stockBalances.lot,
    expiry: stockBalances.expiry,
    serial: stockBalances.serial,
    unitId: stockBalances.unitId,
    sku: stockBalances.sku,
    place: stockBalances.place,
    taskNo: tasks.no,
    serialMode: items.serialMode,
    lineShort: taskLines.short,
    stopped: orNull(cell.text),
    cartKnown: cell.boolean,
  },
  ({
    id,
    cartId,
  }: {
    id: string;
    cartId: string | null;
  }) => sql`select q.id, q.qty, q.picked, q.short, q.open, q.line_id, q.task_id, q.balance_id, q.picklist_id, k.state as list_state, k.cart_id,
      b.merchant_id, b.item_id, b.compartment_id, b.lot, b.expiry, b.serial, b.unit_id, b.sku, b.place, t.no as task_no, i.serial_mode, l.short as line_short,
      (select x.kind from task_blockers x where x.task_id = q.task_id and x.resolved_at is null limit 1) as stopped,
      exists(select from compartments x where x.id = ${cartId}::uuid and x.deleted_at is null) as cart_known
      from picklist_lines q join picklists k on k.id = q.picklist_id join stock_balances b on b.id = q.balance_id join tasks t on t.id = q.task_id join items i on i.id = b.item_id join task_lines l on l.id = q.line_id
      where q.id = ${id}::uuid for no key update of q`,
);
export type Walk = Row<typeof lockWalk>;
export const lockPiece = statement(
  { id: stockBalances.id, reserved: stockBalances.reserved },
  ({
    merchantId,
    itemId,
    serial,
    compartmentId,
  }: Pick<
    Walk,
    'merchantId' | 'itemId' | 'serial' | 'compartmentId'
  >) => sql`select id, reserved from stock_balances where merchant_id = ${merchantId}::uuid and item_id = ${itemId}::uuid and serial = ${serial}
      and compartment_id = ${compartmentId}::uuid and condition = 'good' and on_hand = 1 for update`,
);
export const lockHold = statement(
  { lineId: reservations.lineId, picked: reservations.picked },
  ({ balanceId }: { balanceId: string }) => sql`select line_id, picked from reservations where balance_id = ${balanceId}::uuid for update`,
);
type OfLine = { lineId: string; balanceId: string; qty: number };
export const holdElsewhere = statement(
  { balance: cell.uuid, qty: cell.integer },
  ({ lineId, balanceId, qty }: OfLine) => sql`select balance, qty from kontor_hold_elsewhere(${lineId}::uuid, ${balanceId}::uuid, ${qty})`,
);
export const extendStop = statement(
  { id: picklistLines.id, picklistId: picklistLines.picklistId },
  ({ lineId, balanceId, qty }: OfLine) =>
    sql`update picklist_lines set qty = qty + ${qty} where open and line_id = ${lineId}::uuid and balance_id = ${balanceId}::uuid returning id, picklist_id`,
);
export const insertStop = statement(
  { id: picklistLines.id },
  ({
    taskId,
    stopId,
    listId,
    lineId,
    balanceId,
    qty,
  }: OfLine & {
    taskId: string;
    stopId: string;
    listId: string;
  }) => sql`with here as (select b.item_id, p.id, p.zone, ${wayOf(sql`p`)} as way from stock_balances b join compartments p on p.id = b.compartment_id join warehouses w on w.id = p.warehouse_id where b.id = ${balanceId}::uuid),
      before as (select q.id, q.seq from picklist_lines q join compartments p on p.id = q.compartment_id join warehouses w on w.id = p.warehouse_id, here
        where q.picklist_id = ${listId}::uuid and ${wayOf(sql`p`)} < here.way)
      insert into picklist_lines (picklist_id, task_id, line_id, balance_id, compartment_id, item_id, seq, qty)
      select k.id, ${taskId}::uuid, ${lineId}::uuid, ${balanceId}::uuid, here.id, here.item_id, (select max(seq) from before), ${qty}
      from here join picklists k on k.id = ${listId}::uuid and k.zone in ('', here.zone) where exists (select from before where id = ${stopId}::uuid)
      returning id`,
);
export const findZeroCheck = statement(
  { id: counts.id },
  ({ compartmentId }: { compartmentId: string }) =>
    sql`select id from counts where state in ('open', 'counting') and reason = 'zeroCheck' and compartment_ids = array[${compartmentId}::uuid] and deleted_at is null limit 1`,
);

export const countPicked = command(
  ({ id, picked, short }: { id: string; picked: number; short: number }) =>
    sql`update picklist_lines set picked = picked + ${picked}, short = short + ${short} where id = ${id}::uuid`,
);
/** Two pieces of a compartment, `planned` for this line and `taken` by the picker, and the line for which the taken one was reserved. */
type Swap = { id: string; lineId: string; otherLine: string; planned: string; taken: string };
export const moveReserved = command(
  ({ planned, taken }: Pick<Swap, 'planned' | 'taken'>) =>
    sql`update stock_balances set reserved = case when id = ${taken}::uuid then 1 else 0 end where id in (${planned}::uuid, ${taken}::uuid)`,
);
export const moveHold = command(
  ({ lineId, planned, taken }: Pick<Swap, 'lineId' | 'planned' | 'taken'>) =>
    sql`update reservations set balance_id = ${taken}::uuid where line_id = ${lineId}::uuid and balance_id = ${planned}::uuid`,
);
export const moveStop = command(
  ({ id, taken }: Pick<Swap, 'id' | 'taken'>) => sql`update picklist_lines set balance_id = ${taken}::uuid where id = ${id}::uuid`,
);
export const deleteHolds = command(
  ({ lineId, otherLine, planned, taken }: Swap) => sql`delete from reservations
    where (line_id = ${lineId}::uuid and balance_id = ${planned}::uuid) or (line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid)`,
);
export const insertHolds = command(
  ({ lineId, otherLine, planned, taken }: Swap) =>
    sql`insert into reservations (line_id, balance_id, qty) values (${lineId}::uuid, ${taken}::uuid, 1), (${otherLine}::uuid, ${planned}::uuid, 1)`,
);
export const closeStops = command(
  ({ id, otherLine, taken }: Swap) =>
    sql`update picklist_lines set open = false where open and ((line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid) or id = ${id}::uuid)`,
);
export const reopenOther = command(
  ({ otherLine, planned, taken }: Swap) => sql`update picklist_lines set balance_id = ${planned}::uuid, open = true
    where line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid and picked + short < qty`,
);
export const reopenStop = command(
  ({ id, taken }: Swap) => sql`update picklist_lines set balance_id = ${taken}::uuid, open = true where id = ${id}::uuid`,
);
export const noteReason = command(
  ({ id, reason }: { id: string; reason: string }) => sql`update picklist_lines set short_reason = ${reason} where id = ${id}::uuid`,
);
export const extendList = command(
  ({ id, qty, lines }: { id: string; qty: number; lines: number }) =>
    sql`update picklists set pieces = pieces + ${qty}, lines = lines + ${lines} where id = ${id}::uuid`,
);
export const insertZeroCheck = command(
  ({
    place,
    compartmentId,
    remark,
  }: {
    place: string;
    compartmentId: string;
    remark: string;
  }) => sql`insert into counts (no, name, compartment_ids, blind, reason, remark)
    values ('ZC-' || nextval('picklist_no'), ${place}, array[${compartmentId}::uuid], true, 'zeroCheck', ${remark})`,
);
export const closeWalks = command(
  ({ ids }: { ids: string }) => sql`update picklist_lines set open = (picked + short < qty)
    where task_id = any(${ids}::uuid[]) and open <> (picked + short < qty) and short_reason <> 'released'`,
);
export const closeDoneLists = command(
  ({ ids }: { ids: string }) => sql`update picklists k set picked = n.picked, short = n.short,
      state = case when n.waiting = 0 then 'done' when k.state = 'done' then 'picking' else k.state end, done_at = case when n.waiting = 0 then coalesce(k.done_at, now()) end
    from (select picklist_id, sum(picked)::int as picked, sum(short)::int as short, count(*) filter (where open) as waiting from picklist_lines
      where picklist_id in (select picklist_id from picklist_lines where task_id = any(${ids}::uuid[])) group by 1) n
    where k.id = n.picklist_id and (k.picked <> n.picked or k.short <> n.short or (n.waiting = 0) <> (k.state = 'done')) and k.state <> 'cancelled'`,
);
