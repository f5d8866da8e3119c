import { type SQL, sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { cell, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { items } from '../../catalog/items/table.ts';
import { picklists } from '../../orders/picklists/table.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { counts } from '../../stock/counts/table.ts';
import { inStock, Refusal } from '../../stock/index.ts';
import { stockBalances } from '../../stock/stock-balances/table.ts';
import { picklistLines, reservations } from '../../stock/tables.ts';
import { addToLine, hold, move, need, type ScanContext, whoDid, writeRow } from '../context.ts';

/** Position of a compartment on the walk; the same order as in picklists (server/modules/orders/make-picklist.ts). */
const wayOf = (place: SQL): SQL => sql`row(w.code, ${place}.pick_order, ${place}.code)`;

const lockWalk = statement(
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
type Walk = Row<typeof lockWalk>;
const lockPiece = statement(
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
const lockHold = statement(
  { lineId: reservations.lineId, picked: reservations.picked },
  ({ balanceId }: { balanceId: string }) => sql`select line_id, picked from reservations where balance_id = ${balanceId}::uuid for update`,
);
type OfLine = { lineId: string; balanceId: string; qty: number };
const holdElsewhere = statement(
  { balance: cell.uuid, qty: cell.integer },
  ({ lineId, balanceId, qty }: OfLine) => sql`select balance, qty from kontor_hold_elsewhere(${lineId}::uuid, ${balanceId}::uuid, ${qty})`,
);
const extendStop = statement(
  { id: picklistLines.id, picklistId: picklistLines.picklistId },
  ({ lineId, balanceId, qty }: OfLine) =>
    sql`update picklist_lines set qty = qty + ${qty} where open and line_id = ${lineId}::uuid and balance_id = ${balanceId}::uuid returning id, picklist_id`,
);
const insertStop = statement(
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
const findZeroCheck = statement(
  { id: counts.id },
  ({ compartmentId }: { compartmentId: string }) =>
    sql`select id from counts where state in ('open', 'counting') and reason = 'zeroCheck' and compartment_ids = array[${compartmentId}::uuid] and deleted_at is null limit 1`,
);

/** The walk to one compartment, locked with its picklist, task and goods. Also tells whether the cart is known. */
async function walk(c: ScanContext, id: string, cartId: string | null): Promise<Walk> {
  const row = await need('unknownLine', lockWalk.first(c.tx, { id, cartId }));
  c.about = { taskId: row.taskId, merchantId: row.merchantId };
  c.touched.add(row.taskId);
  if (row.stopped) throw new Refusal('blocked', { no: row.taskNo, blocker: row.stopped });
  return row;
}

const left = (row: Walk): number => row.qty - row.picked - row.short;

/** The first pick starts the picklist. Undoing that pick does not reset it. */
async function begin(c: ScanContext, row: Walk, cartId: string): Promise<void> {
  if (row.listState === 'picking') return;
  await writeRow(c.tx, 'picklists', row.picklistId, {
    state: 'picking',
    started_at: c.event.at,
    cart_id: cartId,
    picker_id: c.userId,
  });
}

/** Shelf → cart. For pieces with serial numbers any piece of the compartment is accepted; the reservations are swapped. */
export async function pick(c: ScanContext, act: ScanCommandOf<'pick'>): Promise<void> {
  let row = await walk(c, act.picklistLineId, act.cartId);
  if (!row.open || left(row) < act.qty) {
    const params = { sku: row.sku, no: row.taskNo, left: Math.max(0, left(row)), got: act.qty };
    const done = !row.open || left(row) <= 0;
    throw new Refusal(done ? 'alreadyPicked' : 'tooMany', {
      ...params,
      ...(done ? await whoDid(c, 'pick', sql`s.task_id = ${row.taskId}::uuid`) : {}),
    });
  }
  if (row.serialMode === 'full') {
    if (act.serial === '') throw new Refusal('serialNeeded', { sku: row.sku });
    if (act.serial !== row.serial) row = await swapPiece(c, row, act.serial);
  }
  const lineId = row.lineId;
  if (!row.cartKnown) throw new Refusal('unknownPlace');
  await begin(c, row, act.cartId);
  await move(
    c,
    {
      merchantId: row.merchantId,
      itemId: row.itemId,
      lot: row.lot,
      expiry: row.expiry,
      serial: row.serial,
      condition: 'good',
      qty: act.qty,
      from: inStock(row.compartmentId, row.unitId),
      to: inStock(act.cartId),
      fromLine: lineId,
      toLine: lineId,
      taskId: row.taskId,
      lineId,
    },
    false,
  );
  await addToPick(c, act.picklistLineId, { picked: act.qty });
  const short = row.lineShort;
  await addToLine(c, lineId, { picked: act.qty, reserved: -act.qty, ...(short > 0 ? { short: -Math.min(short, act.qty) } : {}) });
}

export async function addToPick(c: ScanContext, id: string, add: { picked?: number; short?: number }): Promise<void> {
  await c.tx.execute(
    sql`update picklist_lines set picked = picked + ${add.picked ?? 0}, short = short + ${add.short ?? 0} where id = ${id}::uuid`,
  );
  c.effects.push({ kind: 'pick', id, add });
}

/** The scanned piece is not the planned one, but lies in the same compartment. The two order lines swap their pieces. */
async function swapPiece(c: ScanContext, row: Walk, serial: string): Promise<Walk> {
  const sku = row.sku;
  const wanted = await need('serialUnknown', lockPiece.first(c.tx, { ...row, serial }), { sku, serial });
  const [planned, taken, lineId] = [row.balanceId, wanted.id, row.lineId];
  if (wanted.reserved === 0) {
    await c.tx.execute(
      sql`update stock_balances set reserved = case when id = ${taken}::uuid then 1 else 0 end where id in (${planned}::uuid, ${taken}::uuid)`,
    );
    await c.tx.execute(
      sql`update reservations set balance_id = ${taken}::uuid where line_id = ${lineId}::uuid and balance_id = ${planned}::uuid`,
    );
    await c.tx.execute(sql`update picklist_lines set balance_id = ${taken}::uuid where id = ${row.id}::uuid`);
  } else {
    const other = await lockHold.first(c.tx, { balanceId: taken });
    if (!other || other.picked) throw new Refusal('alreadyPicked', { sku, serial });
    const otherLine = other.lineId;
    // Three steps, because a line holds a balance at most once and a picklist names it at most once.
    await c.tx.execute(
      sql`delete from reservations where (line_id = ${lineId}::uuid and balance_id = ${planned}::uuid) or (line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid)`,
    );
    await c.tx.execute(
      sql`insert into reservations (line_id, balance_id, qty) values (${lineId}::uuid, ${taken}::uuid, 1), (${otherLine}::uuid, ${planned}::uuid, 1)`,
    );
    await c.tx.execute(
      sql`update picklist_lines set open = false where open and ((line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid) or id = ${row.id}::uuid)`,
    );
    await c.tx.execute(
      sql`update picklist_lines set balance_id = ${planned}::uuid, open = true where line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid and picked + short < qty`,
    );
    await c.tx.execute(sql`update picklist_lines set balance_id = ${taken}::uuid, open = true where id = ${row.id}::uuid`);
  }
  return { ...row, balanceId: taken, serial };
}

/**
 * The pieces are missing or broken. The rest of this walk is closed. The missing pieces are reserved elsewhere, or the order waits. The
 * quantity that the picker reports as left starts a count of the compartment (zero check).
 */
export async function short(c: ScanContext, act: ScanCommandOf<'short'>): Promise<void> {
  const row = await walk(c, act.picklistLineId, null);
  if (!row.open || left(row) < act.qty) throw new Refusal('tooMany', { sku: row.sku, left: Math.max(0, left(row)), got: act.qty });
  const lineId = row.lineId;
  await begin(c, row, row.cartId ?? row.compartmentId);
  await addToPick(c, act.picklistLineId, { short: act.qty });
  await c.tx.execute(sql`update picklist_lines set short_reason = ${act.reason} where id = ${act.picklistLineId}::uuid`);
  const balanceId = row.balanceId;
  await hold(c.tx, lineId, balanceId, -act.qty);
  c.effects.push({ kind: 'hold', lineId, balanceId, qty: -act.qty });
  await askForCount(c, row, act);
  // The compartment is not used until it has been counted; pieces are reserved elsewhere.
  const found = await holdElsewhere(c.tx, { lineId, balanceId, qty: act.qty });
  for (const { balance, qty } of found) c.effects.push({ kind: 'hold', lineId, balanceId: balance, qty });
  const elsewhere = found.reduce((sum, { qty }) => sum + qty, 0);
  await addToLine(c, lineId, { reserved: elsewhere - act.qty, short: act.qty });
  for (const { balance, qty } of found) await addStop(c, row, balance, qty);
}

/**
 * Adds pieces that were reserved elsewhere to the picklist if their compartment is still ahead of the picker and in the zone of the list.
 * Pieces behind the picker stay reserved for the order and are on the next picklist.
 */
async function addStop(c: ScanContext, from: Walk, balanceId: string, qty: number): Promise<void> {
  const listId = from.picklistId;
  const lineId = from.lineId;
  // The order may already have a stop at that compartment; then its quantity is increased.
  const more = await extendStop.first(c.tx, { lineId, balanceId, qty });
  if (more) return noteStop(c, more.picklistId, more.id, qty, 0);
  // The new stop gets the number of the stop before it and is shown after it. Renumbering would lock the lines of other orders.
  const made = await insertStop.first(c.tx, { taskId: from.taskId, stopId: from.id, listId, lineId, balanceId, qty });
  if (made) await noteStop(c, listId, made.id, qty, 1);
}

async function noteStop(c: ScanContext, listId: string, id: string, qty: number, lines: number): Promise<void> {
  await c.tx.execute(sql`update picklists set pieces = pieces + ${qty}, lines = lines + ${lines} where id = ${listId}::uuid`);
  c.effects.push({ kind: 'stop', id, qty });
}

async function askForCount(c: ScanContext, row: Walk, act: ScanCommandOf<'short'>): Promise<void> {
  const same = await findZeroCheck.first(c.tx, { compartmentId: row.compartmentId });
  if (same) return;
  await c.tx.execute(sql`insert into counts (no, name, compartment_ids, blind, reason, remark) values ('ZC-' || nextval('picklist_no'), ${row.place}, array[${row.compartmentId}::uuid], true, 'zeroCheck',
    ${`${row.sku}: ${act.reason}${act.seen === null ? '' : `, ${act.seen}`}`})`);
}

/** Closes picklists whose walks are all done or given up. Called once per batch. */
export async function closeLists(c: Pick<ScanContext, 'tx'>, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const ids = sql`${`{${taskIds.join(',')}}`}::uuid[]`;
  await c.tx.execute(
    sql`update picklist_lines set open = (picked + short < qty) where task_id = any(${ids}) and open <> (picked + short < qty) and short_reason <> 'released'`,
  );
  await c.tx.execute(sql`update picklists k set picked = n.picked, short = n.short,
      state = case when n.waiting = 0 then 'done' when k.state = 'done' then 'picking' else k.state end, done_at = case when n.waiting = 0 then coalesce(k.done_at, now()) end
    from (select picklist_id, sum(picked)::int as picked, sum(short)::int as short, count(*) filter (where open) as waiting from picklist_lines
      where picklist_id in (select picklist_id from picklist_lines where task_id = any(${ids})) group by 1) n
    where k.id = n.picklist_id and (k.picked <> n.picked or k.short <> n.short or (n.waiting = 0) <> (k.state = 'done')) and k.state <> 'cancelled'`);
}
