import { sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { command } from '../../../core/db/statement.ts';
import { heaviest } from '../../shipping/index.ts';
import { claimSerial, inStock, Refusal } from '../../stock/index.ts';
import { addToLine, move, need, openTask, type ScanContext, setRow, type TaskRow, whoDid } from '../context.ts';
import { changeCarrier } from './change-carrier.ts';
import {
  findContent,
  findPackaging,
  insertParcel,
  type LineRow,
  lockHoldings,
  lockLine,
  lockParcel,
  lockToClose,
  lockToSwap,
} from './pack-statements.ts';

const OUT = ['outbound', 'transportLabel'];

/** Finds or creates the parcel for a piece. The station chooses the id of a new parcel with its first piece. */
async function openParcel(c: ScanContext, task: TaskRow, parcelId: string): Promise<{ unitId: string | null }> {
  const known = await lockParcel.first(c.tx, { parcelId });
  if (known) {
    if (known.taskId !== task.id) throw new Refusal('unknownParcel', { no: task.no });
    if (known.state !== 'open') throw new Refusal('alreadyClosed', { parcel: known.no });
    return known;
  }
  return insertParcel.one(c.tx, { ...task, parcelId, userId: c.userId, stationId: c.stationId });
}

async function lineOf(c: ScanContext, task: TaskRow, lineId: string): Promise<LineRow> {
  return need('unknownLine', lockLine.first(c.tx, { lineId, taskId: task.id }), { no: task.no });
}

/** Pieces of a line that can be packed: picked pieces that are not in a parcel yet, or (one-piece orders) pieces still on their shelf. */
const holdings = (c: ScanContext, lineId: string, onShelf: boolean) => lockHoldings(c.tx, { lineId, picked: !onShelf });

type Packing = { task: TaskRow; line: LineRow; parcelId: string; qty: number; serial: string; compartmentId: string; onShelf: boolean };

async function intoParcel(c: ScanContext, { task, line, parcelId, qty, serial, compartmentId, onShelf }: Packing): Promise<void> {
  const { sku, id: lineId, itemId, merchantId, serialMode: mode } = line;
  const needsSerial = mode !== 'none' || c.event.profile === 'PackScanEF';
  if (needsSerial && serial === '') throw new Refusal('serialNeeded', { sku });
  if (serial !== '' && qty !== 1) throw new Refusal('tooMany', { sku, left: 1, got: qty });
  const held = await holdings(c, lineId, onShelf);
  const fitting = mode === 'full' ? held.filter((row) => row.serial === serial) : held;
  if (mode === 'full' && fitting.length === 0) throw await strangeSerial(c, sku, lineId, serial);
  const parcel = await openParcel(c, task, parcelId);
  let left = qty;
  for (const row of fitting) {
    const n = Math.min(left, row.qty);
    if (n <= 0) break;
    await move(
      c,
      {
        merchantId,
        itemId,
        lot: row.lot,
        expiry: row.expiry,
        serial: row.serial,
        condition: row.condition,
        qty: n,
        from: inStock(row.compartmentId, row.unitId),
        to: inStock(compartmentId, parcel.unitId),
        fromLine: lineId,
        toLine: lineId,
        taskId: task.id,
        lineId,
        parcelId,
      },
      !onShelf,
    );
    left -= n;
  }
  if (left > 0) throw new Refusal('tooMany', { sku, left: qty - left, got: qty, no: task.no });
  if (serial !== '' && mode !== 'full') await takeNumber(c, merchantId, itemId, serial, sku);
  await addContent(c, parcelId, lineId, serial, qty);
  await addToLine(c, lineId, onShelf ? { picked: qty, packed: qty, reserved: -qty } : { packed: qty });
}

const insertContent = command(
  ({
    parcelId,
    lineId,
    serial,
    qty,
  }: {
    parcelId: string;
    lineId: string;
    serial: string;
    qty: number;
  }) => sql`insert into parcel_contents as p (parcel_id, line_id, serial, qty) values (${parcelId}::uuid, ${lineId}::uuid, ${serial}, ${qty})
    on conflict (parcel_id, line_id, serial) do update set qty = p.qty + excluded.qty`,
);

const addPieces = command(
  ({ qty, parcelId }: { qty: number; parcelId: string }) => sql`update parcels set pieces = pieces + ${qty} where id = ${parcelId}::uuid`,
);

export async function addContent(c: ScanContext, parcelId: string, lineId: string, serial: string, qty: number): Promise<void> {
  await insertContent(c.tx, { parcelId, lineId, serial, qty });
  await addPieces(c.tx, { qty, parcelId });
  c.effects.push({ kind: 'content', parcelId, lineId, serial, qty });
}

/** Records a serial number on dispatch. It must not be in another parcel, nor have been shipped without a return. */
export async function takeNumber(c: ScanContext, merchantId: string, itemId: string, serial: string, sku: string): Promise<void> {
  const id = await claimSerial(c.tx, merchantId, itemId, serial);
  if (id === null)
    throw new Refusal('serialUsed', {
      sku,
      serial,
      ...(await whoDid(c, 'pack', sql`s.merchant_id = ${merchantId}::uuid and s.body->'act'->>'serial' = ${serial}`)),
      did: 'pack',
    });
  c.effects.push({ kind: 'serial', id, was: 'inStock', now: 'packed' });
}

async function strangeSerial(c: ScanContext, sku: string, lineId: string, serial: string): Promise<Refusal> {
  const packed = await findContent.first(c.tx, { lineId, serial });
  if (packed) return new Refusal('alreadyPacked', { sku, serial, ...(await whoDid(c, 'pack', sql`s.body->'act'->>'serial' = ${serial}`)) });
  return new Refusal('serialWrong', { sku, serial });
}

const already = async (c: ScanContext, task: TaskRow, line: LineRow): Promise<Refusal> =>
  new Refusal('alreadyPacked', {
    sku: line.sku,
    no: task.no,
    ...(await whoDid(c, 'pack', sql`s.task_id = ${task.id}::uuid and s.body->'act'->>'lineId' = ${line.id}`)),
  });

/** Cart → parcel. */
export async function pack(c: ScanContext, act: ScanCommandOf<'pack'>): Promise<void> {
  const task = await openTask(c, act.taskId, OUT);
  const line = await lineOf(c, task, act.lineId);
  const wanted = line.ordered - line.cancelled - line.packed;
  if (wanted <= 0) throw await already(c, task, line);
  await intoParcel(c, { ...act, task, line, onShelf: false });
}

const notePicked = command(
  ({ qty, lineId }: { qty: number; lineId: string }) =>
    sql`update picklist_lines set picked = least(qty - short, picked + ${qty}) where open and line_id = ${lineId}::uuid`,
);

/** One-piece orders: from the cart if the piece was picked before, otherwise directly from the shelf. The pick is posted with it. */
export async function packSingle(c: ScanContext, act: ScanCommandOf<'packSingle'>): Promise<void> {
  const task = await openTask(c, act.taskId, OUT);
  const line = await lineOf(c, task, act.lineId);
  if (line.packed >= line.ordered - line.cancelled) throw await already(c, task, line);
  const inCart = line.picked - line.packed >= act.qty;
  await intoParcel(c, { ...act, task, line, onShelf: !inCart });
  if (!inCart) await notePicked(c.tx, { qty: act.qty, lineId: act.lineId });
}

/** A piece is missing or broken at the pack table. It is moved to quarantine or written off, and another piece is picked. */
export async function packShort(c: ScanContext, act: ScanCommandOf<'packShort'>): Promise<void> {
  const task = await openTask(c, act.taskId, OUT);
  const line = await lineOf(c, task, act.lineId);
  let left = act.qty;
  for (const row of await holdings(c, act.lineId, false)) {
    const n = Math.min(left, row.qty);
    if (n <= 0) break;
    await move(c, {
      merchantId: line.merchantId,
      itemId: line.itemId,
      lot: row.lot,
      expiry: row.expiry,
      serial: row.serial,
      condition: row.condition,
      toCondition: 'blocked',
      qty: n,
      from: inStock(row.compartmentId, row.unitId),
      to: inStock(row.compartmentId),
      fromLine: act.lineId,
      taskId: act.taskId,
      lineId: act.lineId,
      reason: act.reason,
    });
    left -= n;
  }
  if (left > 0) throw new Refusal('tooMany', { sku: line.sku, left: act.qty - left, got: act.qty });
  await addToLine(c, act.lineId, { picked: -act.qty, short: act.qty });
  c.stocked.add(line.itemId);
}

/** Refuses a weight above the limit of the parcel's carrier as a misreading, even if the station accepted it. */
async function mayWeigh(c: ScanContext, { parcelId, weight }: ScanCommandOf<'closeParcel'>): Promise<void> {
  if (weight === null) return;
  const most = await heaviest(c.tx, parcelId);
  if (weight > most) throw new Refusal('tooHeavy', { weight, mostWeight: most });
}

/** Closes a parcel, with weight and size if the carrier requires them. Labels are requested by a background job, not here. */
export async function closeParcel(c: ScanContext, act: ScanCommandOf<'closeParcel'>): Promise<void> {
  const task = await openTask(c, act.taskId, OUT);
  const parcel = await need('unknownParcel', lockToClose.first(c.tx, act));
  if (!['open', 'closed'].includes(parcel.state)) throw new Refusal('alreadyClosed', { parcel: parcel.no });
  const { packagingId } = act;
  if (parcel.state === 'closed' && act.weight === null && act.length === null && packagingId === undefined)
    throw new Refusal('alreadyClosed', { parcel: parcel.no });
  if (act.carrierId !== undefined) await changeCarrier(c, task, act.parcelId, act.carrierId);
  await mayWeigh(c, act);
  if (packagingId !== undefined) await need('unknownItem', findPackaging.first(c.tx, { id: packagingId }));
  const keep = (key: 'weight' | 'length' | 'width' | 'height') => act[key] ?? parcel[key];
  const was = {
    state: parcel.state,
    weight: parcel.weight,
    length: parcel.length,
    width: parcel.width,
    height: parcel.height,
    packaging_id: parcel.packagingId,
    closed_at: parcel.closedAt,
    station_id: parcel.stationId,
  };
  await setRow(c, 'parcels', act.parcelId, was, {
    state: 'closed',
    weight: keep('weight'),
    length: keep('length'),
    width: keep('width'),
    height: keep('height'),
    packaging_id: packagingId ?? parcel.packagingId,
    closed_at: was.closed_at ?? c.event.at,
    // The label is printed at the station that closed the parcel, even if another station opened it.
    station_id: c.stationId,
  });
  if (parcel.unitId) await setRow(c, 'merged_units', parcel.unitId, { state: 'open' }, { state: 'closed' });
}

/** The new label was put over the old one. */
export async function swapLabel(c: ScanContext, act: ScanCommandOf<'swapLabel'>): Promise<void> {
  await openTask(c, act.taskId, OUT);
  const parcel = await need('unknownParcel', lockToSwap.first(c.tx, act));
  if (!['bought', 'foreign'].includes(parcel.labelState)) throw new Refusal('notLabelled', { parcel: parcel.no });
  if (act.newCode !== parcel.trackingNo && act.newCode !== parcel.no) throw new Refusal('wrongItem', { sku: act.newCode, no: parcel.no });
  if (parcel.state === 'swapped') throw new Refusal('alreadyClosed', { parcel: parcel.no });
  await setRow(c, 'parcels', act.parcelId, { state: parcel.state }, { state: 'swapped' });
}
