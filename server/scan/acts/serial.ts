import { sql } from 'drizzle-orm';
import type { ActOf, StockCondition } from '#contract/scan/acts';
import { inStock, OUTSIDE } from '../../stock/ledger.ts';
import { move, need, type ScanContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { addContent, takeNumber } from './pack.ts';

/** Binds a number: to a packed line that lacks it, or to a loose piece in a place, which from then on is known by it. */
export async function bindSerial(c: ScanContext, act: ActOf<'bindSerial'>): Promise<void> {
  const item = await need(
    c,
    'unknownItem',
    sql`select id, sku, merchant_id from items where id = ${act.itemId}::uuid and deleted_at is null`,
  );
  const sku = item['sku'] as string;
  if (act.lineId !== null) return bindToLine(c, act, act.lineId, sku);
  if (act.compartmentId === null) throw new Refusal('unknownPlace', { sku });
  const piece = await need(
    c,
    'notEnough',
    sql`select merchant_id, lot, expiry, condition, unit_id from stock_balances where item_id = ${act.itemId}::uuid and compartment_id = ${act.compartmentId}::uuid and serial = '' and on_hand > reserved order by id limit 1`,
    { sku },
  );
  c.about.merchantId = piece['merchant_id'] as string;
  const goods = {
    merchantId: piece['merchant_id'] as string,
    itemId: act.itemId,
    lot: piece['lot'] as string,
    expiry: piece['expiry'] as string | null,
    condition: piece['condition'] as StockCondition,
    qty: 1,
    reason: 'bindSerial',
  };
  const here = inStock(act.compartmentId, piece['unit_id'] as string | null);
  await move(c, { ...goods, serial: '', from: here, to: OUTSIDE.adjust });
  await move(c, { ...goods, serial: act.serial, from: OUTSIDE.adjust, to: here });
}

async function bindToLine(c: ScanContext, act: ActOf<'bindSerial'>, lineId: string, sku: string): Promise<void> {
  const content = await need(
    c,
    'unknownLine',
    sql`select p.parcel_id, l.task_id, l.merchant_id from parcel_contents p join task_lines l on l.id = p.line_id where p.line_id = ${lineId}::uuid and p.serial = '' order by p.parcel_id limit 1 for update of p`,
    { sku },
  );
  c.about = { taskId: content['task_id'] as string, merchantId: content['merchant_id'] as string };
  await takeNumber(c, content['merchant_id'] as string, act.itemId, act.serial, sku);
  const parcelId = content['parcel_id'] as string;
  await takeContent(c, parcelId, lineId, '', 1);
  c.effects.push({ kind: 'content', parcelId, lineId, serial: '', qty: -1 });
  await addContent(c, parcelId, lineId, act.serial, 1);
}

/** Takes pieces out of a parcel's contents. */
export async function takeContent(
  c: Pick<ScanContext, 'tx'>,
  parcelId: string,
  lineId: string,
  serial: string,
  qty: number,
): Promise<void> {
  const where = sql`parcel_id = ${parcelId}::uuid and line_id = ${lineId}::uuid and serial = ${serial}`;
  await c.tx.execute(sql`update parcels set pieces = pieces - ${qty} where id = ${parcelId}::uuid`);
  await c.tx.execute(sql`delete from parcel_contents where ${where} and qty <= ${qty}`);
  await c.tx.execute(sql`update parcel_contents set qty = qty - ${qty} where ${where} and qty > ${qty}`);
}
