import { type SQL, sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { command, statement } from '../../../core/db/statement.ts';
import { parcelContents } from '../../orders/tables.ts';
import { taskLines } from '../../orders/task-lines/table.ts';
import { inStock, OUTSIDE, Refusal } from '../../stock/index.ts';
import { stockBalances } from '../../stock/stock-balances/table.ts';
import { move, need, openItem, type ScanContext } from '../context.ts';
import { addContent, takeNumber } from './pack.ts';

const findLoose = statement(
  {
    merchantId: stockBalances.merchantId,
    lot: stockBalances.lot,
    expiry: stockBalances.expiry,
    condition: stockBalances.condition,
    unitId: stockBalances.unitId,
  },
  ({ itemId, compartmentId }: { itemId: string; compartmentId: string }) =>
    sql`select merchant_id, lot, expiry, condition, unit_id from stock_balances where item_id = ${itemId}::uuid and compartment_id = ${compartmentId}::uuid and serial = '' and on_hand > reserved order by id limit 1`,
);
const lockContent = statement(
  { parcelId: parcelContents.parcelId, taskId: taskLines.taskId, merchantId: taskLines.merchantId },
  ({ lineId }: { lineId: string }) =>
    sql`select p.parcel_id, l.task_id, l.merchant_id from parcel_contents p join task_lines l on l.id = p.line_id where p.line_id = ${lineId}::uuid and p.serial = '' order by p.parcel_id limit 1 for update of p`,
);

/**
 * Binds a serial number to a packed line that lacks one, or to a loose piece in a compartment. The ledger then tracks that piece by its
 * number.
 */
export async function bindSerial(c: ScanContext, act: ScanCommandOf<'bindSerial'>): Promise<void> {
  const item = await openItem(c, act.itemId);
  const sku = item.sku;
  if (act.lineId !== null) return bindToLine(c, act, act.lineId, sku);
  if (act.compartmentId === null) throw new Refusal('unknownPlace', { sku });
  const piece = await need('notEnough', findLoose.first(c.tx, { itemId: act.itemId, compartmentId: act.compartmentId }), { sku });
  c.about.merchantId = piece.merchantId;
  const goods = {
    merchantId: piece.merchantId,
    itemId: act.itemId,
    lot: piece.lot,
    expiry: piece.expiry,
    condition: piece.condition,
    qty: 1,
    reason: 'bindSerial',
  };
  const here = inStock(act.compartmentId, piece.unitId);
  await move(c, { ...goods, serial: '', from: here, to: OUTSIDE.adjust });
  await move(c, { ...goods, serial: act.serial, from: OUTSIDE.adjust, to: here });
}

async function bindToLine(c: ScanContext, act: ScanCommandOf<'bindSerial'>, lineId: string, sku: string): Promise<void> {
  const content = await need('unknownLine', lockContent.first(c.tx, { lineId }), { sku });
  c.about = { taskId: content.taskId, merchantId: content.merchantId };
  await takeNumber(c, content.merchantId, act.itemId, act.serial, sku);
  const parcelId = content.parcelId;
  await takeContent(c, parcelId, lineId, '', 1);
  c.effects.push({ kind: 'content', parcelId, lineId, serial: '', qty: -1 });
  await addContent(c, parcelId, lineId, act.serial, 1);
}

type Content = { parcelId: string; lineId: string; serial: string; qty: number };
const isContent = ({ parcelId, lineId, serial }: Content): SQL =>
  sql`parcel_id = ${parcelId}::uuid and line_id = ${lineId}::uuid and serial = ${serial}`;
const takePieces = command(({ parcelId, qty }: Content) => sql`update parcels set pieces = pieces - ${qty} where id = ${parcelId}::uuid`);
const deleteContent = command((content: Content) => sql`delete from parcel_contents where ${isContent(content)} and qty <= ${content.qty}`);
const lowerContent = command(
  (content: Content) => sql`update parcel_contents set qty = qty - ${content.qty} where ${isContent(content)} and qty > ${content.qty}`,
);

/** Removes pieces from a parcel's contents. */
export async function takeContent(
  c: Pick<ScanContext, 'tx'>,
  parcelId: string,
  lineId: string,
  serial: string,
  qty: number,
): Promise<void> {
  const content = { parcelId, lineId, serial, qty };
  await takePieces(c.tx, content);
  await deleteContent(c.tx, content);
  await lowerContent(c.tx, content);
}
