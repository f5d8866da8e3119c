import { type SQL, sql } from 'drizzle-orm';
import type { ActOf } from '#contract/scan/acts';
import { inStock } from '../../stock/ledger.ts';
import { addToLine, all, hold, known, move, need, type Row, type ScanContext, whoDid, writeRow } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** The walk to one place, with its list, task and goods, under lock. */
async function walk(c: ScanContext, id: string): Promise<Row> {
  const row = await need(
    c,
    'unknownLine',
    sql`select q.id, q.qty, q.picked, q.short, q.open, q.line_id, q.task_id, q.balance_id, q.picklist_id, k.state as list_state, k.no as list_no, k.cart_id, k.started_at, k.picker_id,
      b.merchant_id, b.item_id, b.compartment_id, b.lot, b.expiry, b.serial, b.condition, b.unit_id, b.sku, b.place, t.no as task_no, t.kind, i.serial_mode, l.short as line_short,
      (select x.kind from task_blockers x where x.task_id = q.task_id and x.resolved_at is null limit 1) as stopped
      from picklist_lines q join picklists k on k.id = q.picklist_id join stock_balances b on b.id = q.balance_id join tasks t on t.id = q.task_id join items i on i.id = b.item_id join task_lines l on l.id = q.line_id
      where q.id = ${id}::uuid for no key update of q`,
  );
  c.about = { taskId: row['task_id'] as string, merchantId: row['merchant_id'] as string };
  c.touched.add(row['task_id'] as string);
  if (row['stopped']) throw new Refusal('blocked', { no: row['task_no'] as string, blocker: row['stopped'] as string });
  return row;
}

const left = (row: Row): number => (row['qty'] as number) - (row['picked'] as number) - (row['short'] as number);

/** The first piece starts the list; taking that piece back does not un-start it. */
async function begin(c: ScanContext, row: Row, cartId: string): Promise<void> {
  if (row['list_state'] === 'picking') return;
  await writeRow(c.tx, 'picklists', row['picklist_id'] as string, {
    state: 'picking',
    started_at: c.event.at,
    cart_id: cartId,
    picker_id: c.userId,
  });
}

/** Asked for once in a batch: a queue of picks fills the same cart. */
const cartStands = (c: ScanContext, id: string): Promise<Row> =>
  known(c, `cart ${id}`, () => need(c, 'unknownPlace', sql`select 1 from compartments where id = ${id}::uuid and deleted_at is null`));

/** Shelf → cart. Pieces with numbers: any piece of the place will do, the reservations change places. */
export async function pick(c: ScanContext, act: ActOf<'pick'>): Promise<void> {
  let row = await walk(c, act.picklistLineId);
  if (row['open'] !== true || left(row) < act.qty) {
    const params = { sku: row['sku'] as string, no: row['task_no'] as string, left: Math.max(0, left(row)), got: act.qty };
    const done = row['open'] !== true || left(row) <= 0;
    throw new Refusal(done ? 'alreadyPicked' : 'tooMany', {
      ...params,
      ...(done ? await whoDid(c, 'pick', sql`s.task_id = ${row['task_id'] as string}::uuid`) : {}),
    });
  }
  if (row['serial_mode'] === 'full') {
    if (act.serial === '') throw new Refusal('serialNeeded', { sku: row['sku'] as string });
    if (act.serial !== row['serial']) row = await swapPiece(c, row, act.serial);
  }
  const lineId = row['line_id'] as string;
  await cartStands(c, act.cartId);
  await begin(c, row, act.cartId);
  await move(
    c,
    {
      merchantId: row['merchant_id'] as string,
      itemId: row['item_id'] as string,
      lot: row['lot'] as string,
      expiry: row['expiry'] as string | null,
      serial: row['serial'] as string,
      condition: 'good',
      qty: act.qty,
      from: inStock(row['compartment_id'] as string, row['unit_id'] as string | null),
      to: inStock(act.cartId),
      fromLine: lineId,
      toLine: lineId,
      taskId: row['task_id'] as string,
      lineId,
    },
    false,
  );
  await addToPick(c, act.picklistLineId, { picked: act.qty });
  const short = row['line_short'] as number;
  await addToLine(c, lineId, { picked: act.qty, reserved: -act.qty, ...(short > 0 ? { short: -Math.min(short, act.qty) } : {}) });
}

export async function addToPick(c: ScanContext, id: string, add: { picked?: number; short?: number }): Promise<void> {
  await c.tx.execute(
    sql`update picklist_lines set picked = picked + ${add.picked ?? 0}, short = short + ${add.short ?? 0} where id = ${id}::uuid`,
  );
  c.effects.push({ kind: 'pick', id, add });
}

/** The scanned piece is another than the planned one of the same place: whoever holds it takes the planned one instead. */
async function swapPiece(c: ScanContext, row: Row, serial: string): Promise<Row> {
  const sku = row['sku'] as string;
  const wanted = await need(
    c,
    'serialUnknown',
    sql`select id, reserved, serial from stock_balances where merchant_id = ${row['merchant_id'] as string}::uuid and item_id = ${row['item_id'] as string}::uuid and serial = ${serial}
      and compartment_id = ${row['compartment_id'] as string}::uuid and condition = 'good' and on_hand = 1 for update`,
    { sku, serial },
  );
  const [planned, taken, lineId] = [row['balance_id'] as string, wanted['id'] as string, row['line_id'] as string];
  if ((wanted['reserved'] as number) === 0) {
    await c.tx.execute(
      sql`update stock_balances set reserved = case when id = ${taken}::uuid then 1 else 0 end where id in (${planned}::uuid, ${taken}::uuid)`,
    );
    await c.tx.execute(
      sql`update reservations set balance_id = ${taken}::uuid where line_id = ${lineId}::uuid and balance_id = ${planned}::uuid`,
    );
    await c.tx.execute(sql`update picklist_lines set balance_id = ${taken}::uuid where id = ${row['id'] as string}::uuid`);
  } else {
    const [other] = await all(c, sql`select line_id, picked from reservations where balance_id = ${taken}::uuid for update`);
    if (!other || other['picked'] === true) throw new Refusal('alreadyPicked', { sku, serial });
    const otherLine = other['line_id'] as string;
    // Three steps, because a line may hold a balance once and a list may name it once.
    await c.tx.execute(
      sql`delete from reservations where (line_id = ${lineId}::uuid and balance_id = ${planned}::uuid) or (line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid)`,
    );
    await c.tx.execute(
      sql`insert into reservations (line_id, balance_id, qty) values (${lineId}::uuid, ${taken}::uuid, 1), (${otherLine}::uuid, ${planned}::uuid, 1)`,
    );
    await c.tx.execute(
      sql`update picklist_lines set open = false where open and ((line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid) or id = ${row['id'] as string}::uuid)`,
    );
    await c.tx.execute(
      sql`update picklist_lines set balance_id = ${planned}::uuid, open = true where line_id = ${otherLine}::uuid and balance_id = ${taken}::uuid and picked + short < qty`,
    );
    await c.tx.execute(sql`update picklist_lines set balance_id = ${taken}::uuid, open = true where id = ${row['id'] as string}::uuid`);
  }
  return { ...row, balance_id: taken, serial };
}

/**
 * Not there, or broken. The rest of this walk is given up; what is missing is looked for elsewhere, else the order waits.
 * What the picker says is left at the place starts a count of it (zero check).
 */
export async function short(c: ScanContext, act: ActOf<'short'>): Promise<void> {
  const row = await walk(c, act.picklistLineId);
  if (row['open'] !== true || left(row) < act.qty)
    throw new Refusal('tooMany', { sku: row['sku'] as string, left: Math.max(0, left(row)), got: act.qty });
  const lineId = row['line_id'] as string;
  await begin(c, row, (row['cart_id'] as string | null) ?? (row['compartment_id'] as string));
  await addToPick(c, act.picklistLineId, { short: act.qty });
  await c.tx.execute(sql`update picklist_lines set short_reason = ${act.reason} where id = ${act.picklistLineId}::uuid`);
  const balanceId = row['balance_id'] as string;
  await hold(c.tx, lineId, balanceId, -act.qty);
  c.effects.push({ kind: 'hold', lineId, balanceId, qty: -act.qty });
  await askForCount(c, row, act);
  // The place is in doubt until it was counted: pieces are looked for elsewhere.
  const found = await all(c, sql`select balance, qty from kontor_hold_elsewhere(${lineId}::uuid, ${balanceId}::uuid, ${act.qty})`);
  for (const { balance, qty } of found) c.effects.push({ kind: 'hold', lineId, balanceId: balance as string, qty: qty as number });
  const elsewhere = found.reduce((sum, { qty }) => sum + (qty as number), 0);
  await addToLine(c, lineId, { reserved: elsewhere - act.qty, short: act.qty });
  for (const { balance, qty } of found) await addStop(c, row, balance as string, qty as number);
}

/** Where a place comes on the way through the hall, as picklists are sorted (server/picking/make.ts). */
const wayOf = (place: SQL): SQL => sql`row(w.code, ${place}.pick_order, ${place}.code)`;

/**
 * Pieces that were found elsewhere join the walk where their place is still ahead of the picker and within the zone of the list. What lies
 * behind is held for the order and comes with the next list that is made.
 */
async function addStop(c: ScanContext, from: Row, balanceId: string, qty: number): Promise<void> {
  const listId = from['picklist_id'] as string;
  const lineId = from['line_id'] as string;
  // The order may have a stop there already; then more is taken at it.
  const [more] = await all(
    c,
    sql`update picklist_lines set qty = qty + ${qty} where open and line_id = ${lineId}::uuid and balance_id = ${balanceId}::uuid returning id, picklist_id`,
  );
  if (more) return noteStop(c, more['picklist_id'] as string, more['id'] as string, qty, 0);
  // It takes the number of the last stop before it, behind which it is shown: renumbering would lock the lines of other orders.
  const [made] = await all(
    c,
    sql`with here as (select b.item_id, p.id, p.zone, ${wayOf(sql`p`)} as way from stock_balances b join compartments p on p.id = b.compartment_id join warehouses w on w.id = p.warehouse_id where b.id = ${balanceId}::uuid),
      before as (select q.id, q.seq from picklist_lines q join compartments p on p.id = q.compartment_id join warehouses w on w.id = p.warehouse_id, here
        where q.picklist_id = ${listId}::uuid and ${wayOf(sql`p`)} < here.way)
      insert into picklist_lines (picklist_id, task_id, line_id, balance_id, compartment_id, item_id, seq, qty)
      select k.id, ${from['task_id'] as string}::uuid, ${lineId}::uuid, ${balanceId}::uuid, here.id, here.item_id, (select max(seq) from before), ${qty}
      from here join picklists k on k.id = ${listId}::uuid and k.zone in ('', here.zone) where exists (select from before where id = ${from['id'] as string}::uuid)
      returning id`,
  );
  if (made) await noteStop(c, listId, made['id'] as string, qty, 1);
}

async function noteStop(c: ScanContext, listId: string, id: string, qty: number, lines: number): Promise<void> {
  await c.tx.execute(sql`update picklists set pieces = pieces + ${qty}, lines = lines + ${lines} where id = ${listId}::uuid`);
  c.effects.push({ kind: 'stop', id, qty });
}

async function askForCount(c: ScanContext, row: Row, act: ActOf<'short'>): Promise<void> {
  const [same] = await all(
    c,
    sql`select id from counts where state in ('open', 'counting') and reason = 'zeroCheck' and compartment_ids = array[${row['compartment_id'] as string}::uuid] and deleted_at is null limit 1`,
  );
  if (same) return;
  await c.tx.execute(sql`insert into counts (no, name, compartment_ids, blind, reason, remark) values ('ZC-' || nextval('picklist_no'), ${row['place'] as string}, array[${row['compartment_id'] as string}::uuid], true, 'zeroCheck',
    ${`${row['sku'] as string}: ${act.reason}${act.seen === null ? '' : `, ${act.seen}`}`})`);
}

/** Lists whose walks are all done or given up are done; called once a batch. */
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
