import { sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { mergedUnits } from '../../catalog/merged-units/table.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { inStock, Refusal } from '../../stock/index.ts';
import { stockBalances } from '../../stock/stock-balances/table.ts';
import { reservations } from '../../stock/tables.ts';
import { addToLine, move, need, openPlace, openTask, type PlaceRow, type ScanContext, setRow } from '../context.ts';

const weigh = statement(
  { grams: cell.bigint },
  ({
    placeId,
    itemId,
    qty,
  }: {
    placeId: string;
    itemId: string;
    qty: number;
  }) => sql`select coalesce(sum(b.on_hand::bigint * coalesce(i.weight, 0)), 0)::bigint + ${qty}::bigint * coalesce((select weight from items where id = ${itemId}::uuid), 0) as grams
      from stock_balances b join items i on i.id = b.item_id where b.compartment_id = ${placeId}::uuid and b.on_hand > 0`,
);
const findOwners = statement(
  { merchantId: stockBalances.merchantId },
  ({ fromId, itemId, serial, lot }: { fromId: string; itemId: string; serial: string; lot: string }) =>
    sql`select distinct merchant_id from stock_balances where compartment_id = ${fromId}::uuid and item_id = ${itemId}::uuid and serial = ${serial} and lot = ${lot} and on_hand > 0 limit 2`,
);
const lockLines = statement(
  { id: taskLines.id, open: cell.integer },
  ({ taskId, itemId }: { taskId: string; itemId: string }) =>
    sql`select id, received - put_away - disposed as open from task_lines where task_id = ${taskId}::uuid and item_id = ${itemId}::uuid and received > put_away + disposed order by position for update`,
);
const lockUnit = statement(
  { code: mergedUnits.code, merchantId: mergedUnits.merchantId, compartmentId: mergedUnits.compartmentId, state: mergedUnits.state },
  ({ unitId }: { unitId: string }) =>
    sql`select code, merchant_id, compartment_id, state from merged_units where id = ${unitId}::uuid and deleted_at is null for no key update`,
);
const findInside = statement(
  {
    id: stockBalances.id,
    merchantId: stockBalances.merchantId,
    itemId: stockBalances.itemId,
    compartmentId: stockBalances.compartmentId,
    unitId: stockBalances.unitId,
    lot: stockBalances.lot,
    expiry: stockBalances.expiry,
    serial: stockBalances.serial,
    condition: stockBalances.condition,
    onHand: stockBalances.onHand,
    reserved: stockBalances.reserved,
    lineId: orNull(reservations.lineId),
    held: orNull(reservations.qty),
    wasPicked: orNull(reservations.picked),
  },
  ({
    unitId,
    toId,
  }: {
    unitId: string;
    toId: string;
  }) => sql`with recursive inside as (select id from merged_units where id = ${unitId}::uuid union select m.id from merged_units m join inside i on m.parent_id = i.id)
      select b.id, b.merchant_id, b.item_id, b.compartment_id, b.unit_id, b.lot, b.expiry, b.serial, b.condition, b.on_hand, b.reserved, v.line_id, v.qty as held, v.picked as was_picked
      from stock_balances b join inside i on i.id = b.unit_id left join reservations v on v.balance_id = b.id
      where b.on_hand > 0 and b.compartment_id <> ${toId}::uuid order by b.id`,
);

/** Refuses goods whose weight (in grams) would exceed the limit of the compartment. */
async function refuseOverweight(c: ScanContext, place: PlaceRow, itemId: string, qty: number): Promise<void> {
  const limit = place.maxWeight;
  if (limit === null) return;
  const { grams } = await weigh.one(c.tx, { placeId: place.id, itemId, qty });
  if (grams > limit) throw new Refusal('placeFull', { place: place.code });
}

async function merchantOf(c: ScanContext, fromId: string, itemId: string, serial: string, lot: string): Promise<string> {
  const rows = await findOwners(c.tx, { fromId, itemId, serial, lot });
  const [row] = rows;
  if (!row) throw new Refusal('notEnough', {});
  // Two merchants have pieces of this shared item in one compartment. Only a task tells whose pieces are meant.
  if (rows.length > 1) throw new Refusal('wrongMerchant', {});
  return row.merchantId;
}

/** Dock → shelf. With a task, its lines count the pieces as put away. Without a task it puts back loose goods. */
export async function putAway(c: ScanContext, act: ScanCommandOf<'putAway'>): Promise<void> {
  const task = act.taskId === null ? null : await openTask(c, act.taskId, ['inbound', 'retour'], ['customerHandlingAwaits']);
  const merchantId = task?.merchantId ?? (await merchantOf(c, act.fromId, act.itemId, act.serial, act.lot));
  c.about.merchantId = merchantId;
  const place = await openPlace(c, act.toId, merchantId);
  await refuseOverweight(c, place, act.itemId, act.qty);
  const goods = { merchantId, itemId: act.itemId, lot: act.lot, expiry: act.expiry, serial: act.serial, condition: act.condition };
  let left = act.qty;
  const lines = task ? await lockLines(c.tx, { taskId: task.id, itemId: act.itemId }) : [];
  for (const line of lines) {
    const qty = Math.min(left, line.open);
    if (qty <= 0) break;
    await move(c, { ...goods, qty, from: inStock(act.fromId), to: inStock(act.toId), taskId: act.taskId, lineId: line.id });
    await addToLine(c, line.id, { put_away: qty });
    left -= qty;
  }
  if (left > 0 && task) throw new Refusal('tooMany', { no: task.no, left: act.qty - left, got: act.qty });
  if (left > 0) await move(c, { ...goods, qty: left, from: inStock(act.fromId), to: inStock(act.toId), reason: 'putBack' });
  if (act.condition === 'good') c.stocked.add(act.itemId);
}

/** Moves loose goods to another compartment. Reserved pieces stay where their picker expects them. */
export async function moveGoods(c: ScanContext, act: ScanCommandOf<'move'>): Promise<void> {
  const merchantId = await merchantOf(c, act.fromId, act.itemId, act.serial, act.lot);
  c.about.merchantId = merchantId;
  const place = await openPlace(c, act.toId, merchantId);
  await refuseOverweight(c, place, act.itemId, act.qty);
  await move(c, {
    merchantId,
    itemId: act.itemId,
    lot: act.lot,
    expiry: act.expiry,
    serial: act.serial,
    condition: act.condition,
    qty: act.qty,
    from: inStock(act.fromId),
    to: inStock(act.toId, act.unitId),
    reason: 'move',
  });
  c.stocked.add(act.itemId);
}

/** Moves a handling unit with all its contents and nested units. Reservations are kept. */
export async function moveUnit(c: ScanContext, act: ScanCommandOf<'moveUnit'>): Promise<void> {
  const unit = await need('unknownPlace', lockUnit.first(c.tx, { unitId: act.unitId }));
  if (unit.state === 'shipped') throw new Refusal('alreadyShipped', { unit: unit.code });
  c.about.merchantId = unit.merchantId;
  await openPlace(c, act.toId, unit.merchantId);
  const rows = await findInside(c.tx, { unitId: act.unitId, toId: act.toId });
  const loose = new Map<string, number>();
  for (const row of rows) loose.set(row.id, row.onHand - row.reserved);
  for (const row of rows) {
    const unitId = row.unitId;
    const goods = {
      merchantId: row.merchantId,
      itemId: row.itemId,
      lot: row.lot,
      expiry: row.expiry,
      serial: row.serial,
      condition: row.condition,
      from: inStock(row.compartmentId, unitId),
      to: inStock(act.toId, unitId),
      reason: 'move',
    };
    const lineId = row.lineId;
    const picked = row.wasPicked === true;
    if (lineId && row.held) await move(c, { ...goods, qty: row.held, fromLine: lineId, toLine: lineId, toPicked: picked }, picked);
    const free = loose.get(row.id) ?? 0;
    if (free > 0) await move(c, { ...goods, qty: free });
    loose.set(row.id, 0);
    c.stocked.add(goods.itemId);
  }
  await setRow(c, 'merged_units', act.unitId, { compartment_id: unit.compartmentId }, { compartment_id: act.toId });
}
