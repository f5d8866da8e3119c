import { sql } from 'drizzle-orm';
import type { ActOf } from '#contract/scan/acts';
import { inStock } from '../../stock/ledger.ts';
import { addToLine, all, move, need, openPlace, openTask, type Row, type ScanContext, setRow } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** Grams that a compartment holds already. */
async function refuseOverweight(c: ScanContext, place: Row, itemId: string, qty: number): Promise<void> {
  const limit = place['max_weight'] as number | null;
  if (limit === null) return;
  const [sum] = await all(
    c,
    sql`select coalesce(sum(b.on_hand::bigint * coalesce(i.weight, 0)), 0)::bigint + ${qty}::bigint * coalesce((select weight from items where id = ${itemId}::uuid), 0) as grams
      from stock_balances b join items i on i.id = b.item_id where b.compartment_id = ${place['id'] as string}::uuid and b.on_hand > 0`,
  );
  if (Number(sum?.['grams'] ?? 0) > limit) throw new Refusal('placeFull', { place: place['code'] as string });
}

async function merchantOf(c: ScanContext, fromId: string, itemId: string, serial: string, lot: string): Promise<string> {
  const rows = await all(
    c,
    sql`select distinct merchant_id from stock_balances where compartment_id = ${fromId}::uuid and item_id = ${itemId}::uuid and serial = ${serial} and lot = ${lot} and on_hand > 0 limit 2`,
  );
  const [row] = rows;
  if (!row) throw new Refusal('notEnough', {});
  // A shared item of two merchants in one place: whose pieces these are must be said by a task.
  if (rows.length > 1) throw new Refusal('wrongMerchant', {});
  return row['merchant_id'] as string;
}

/** Dock → shelf. With a task, its lines count it as put away; without one it is a put-back of loose goods. */
export async function putAway(c: ScanContext, act: ActOf<'putAway'>): Promise<void> {
  const task = act.taskId === null ? null : await openTask(c, act.taskId, ['inbound', 'retour'], ['customerHandlingAwaits']);
  const merchantId = (task?.['merchant_id'] as string | undefined) ?? (await merchantOf(c, act.fromId, act.itemId, act.serial, act.lot));
  c.about.merchantId = merchantId;
  const place = await openPlace(c, act.toId, merchantId);
  await refuseOverweight(c, place, act.itemId, act.qty);
  const goods = { merchantId, itemId: act.itemId, lot: act.lot, expiry: act.expiry, serial: act.serial, condition: act.condition };
  let left = act.qty;
  const lines = task
    ? await all(
        c,
        sql`select id, sku, received - put_away - disposed as open from task_lines where task_id = ${act.taskId}::uuid and item_id = ${act.itemId}::uuid and received > put_away + disposed order by position for update`,
      )
    : [];
  for (const line of lines) {
    const qty = Math.min(left, line['open'] as number);
    if (qty <= 0) break;
    await move(c, { ...goods, qty, from: inStock(act.fromId), to: inStock(act.toId), taskId: act.taskId, lineId: line['id'] as string });
    await addToLine(c, line['id'] as string, { put_away: qty });
    left -= qty;
  }
  if (left > 0 && task) throw new Refusal('tooMany', { no: task['no'] as string, left: act.qty - left, got: act.qty });
  if (left > 0) await move(c, { ...goods, qty: left, from: inStock(act.fromId), to: inStock(act.toId), reason: 'putBack' });
  if (act.condition === 'good') c.stocked.add(act.itemId);
}

/** Loose goods from place to place; what is held for an order stays where its picker looks for it. */
export async function moveGoods(c: ScanContext, act: ActOf<'move'>): Promise<void> {
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

/** A handling unit with all that is in it and in the units within; what is held for orders stays held. */
export async function moveUnit(c: ScanContext, act: ActOf<'moveUnit'>): Promise<void> {
  const unit = await need(
    c,
    'unknownPlace',
    sql`select id, code, merchant_id, compartment_id, state from merged_units where id = ${act.unitId}::uuid and deleted_at is null for no key update`,
  );
  if (unit['state'] === 'shipped') throw new Refusal('alreadyShipped', { unit: unit['code'] as string });
  c.about.merchantId = unit['merchant_id'] as string | null;
  await openPlace(c, act.toId, unit['merchant_id'] as string | null);
  const rows = await all(
    c,
    sql`with recursive inside as (select id from merged_units where id = ${act.unitId}::uuid union select m.id from merged_units m join inside i on m.parent_id = i.id)
      select b.*, v.line_id, v.qty as held, v.picked as was_picked from stock_balances b join inside i on i.id = b.unit_id left join reservations v on v.balance_id = b.id
      where b.on_hand > 0 and b.compartment_id <> ${act.toId}::uuid order by b.id`,
  );
  const loose = new Map<string, number>();
  for (const row of rows) loose.set(row['id'] as string, (row['on_hand'] as number) - (row['reserved'] as number));
  for (const row of rows) {
    const unitId = row['unit_id'] as string;
    const goods = {
      merchantId: row['merchant_id'] as string,
      itemId: row['item_id'] as string,
      lot: row['lot'] as string,
      expiry: row['expiry'] as string | null,
      serial: row['serial'] as string,
      condition: row['condition'] as 'good',
      from: inStock(row['compartment_id'] as string, unitId),
      to: inStock(act.toId, unitId),
      reason: 'move',
    };
    const lineId = row['line_id'] as string | null;
    const picked = row['was_picked'] === true;
    if (lineId) await move(c, { ...goods, qty: row['held'] as number, fromLine: lineId, toLine: lineId, toPicked: picked }, picked);
    const free = loose.get(row['id'] as string) ?? 0;
    if (free > 0) await move(c, { ...goods, qty: free });
    loose.set(row['id'] as string, 0);
    c.stocked.add(goods.itemId);
  }
  await setRow(c, 'merged_units', act.unitId, { compartment_id: unit['compartment_id'] as string | null }, { compartment_id: act.toId });
}
