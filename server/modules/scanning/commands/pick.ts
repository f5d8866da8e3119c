import { sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { inStock, Refusal } from '../../stock/index.ts';
import { addToLine, hold, move, need, type ScanContext, whoDid, writeRow } from '../context.ts';
import {
  closeDoneLists,
  closeStops,
  closeWalks,
  countPicked,
  deleteHolds,
  extendList,
  extendStop,
  findZeroCheck,
  holdElsewhere,
  insertHolds,
  insertStop,
  insertZeroCheck,
  lockHold,
  lockPiece,
  lockWalk,
  moveHold,
  moveReserved,
  moveStop,
  noteReason,
  reopenOther,
  reopenStop,
  type Walk,
} from './pick-statements.ts';

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
  await countPicked(c.tx, { id, picked: add.picked ?? 0, short: add.short ?? 0 });
  c.effects.push({ kind: 'pick', id, add });
}

/** The scanned piece is not the planned one, but lies in the same compartment. The two order lines swap their pieces. */
async function swapPiece(c: ScanContext, row: Walk, serial: string): Promise<Walk> {
  const sku = row.sku;
  const wanted = await need('serialUnknown', lockPiece.first(c.tx, { ...row, serial }), { sku, serial });
  const [planned, taken, lineId] = [row.balanceId, wanted.id, row.lineId];
  if (wanted.reserved === 0) {
    await moveReserved(c.tx, { planned, taken });
    await moveHold(c.tx, { lineId, planned, taken });
    await moveStop(c.tx, { id: row.id, taken });
  } else {
    const other = await lockHold.first(c.tx, { balanceId: taken });
    if (!other || other.picked) throw new Refusal('alreadyPicked', { sku, serial });
    const otherLine = other.lineId;
    // Three steps, because a line holds a balance at most once and a picklist names it at most once.
    const swap = { id: row.id, lineId, otherLine, planned, taken };
    await deleteHolds(c.tx, swap);
    await insertHolds(c.tx, swap);
    await closeStops(c.tx, swap);
    await reopenOther(c.tx, swap);
    await reopenStop(c.tx, swap);
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
  await noteReason(c.tx, { id: act.picklistLineId, reason: act.reason });
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
  await extendList(c.tx, { id: listId, qty, lines });
  c.effects.push({ kind: 'stop', id, qty });
}

async function askForCount(c: ScanContext, row: Walk, act: ScanCommandOf<'short'>): Promise<void> {
  const same = await findZeroCheck.first(c.tx, { compartmentId: row.compartmentId });
  if (same) return;
  const remark = `${row.sku}: ${act.reason}${act.seen === null ? '' : `, ${act.seen}`}`;
  await insertZeroCheck(c.tx, { place: row.place, compartmentId: row.compartmentId, remark });
}

/** Closes picklists whose walks are all done or given up. Called once per batch. */
export async function closeLists(c: Pick<ScanContext, 'tx'>, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const ids = `{${taskIds.join(',')}}`;
  await closeWalks(c.tx, { ids });
  await closeDoneLists(c.tx, { ids });
}
