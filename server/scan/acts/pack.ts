import { sql } from 'drizzle-orm';
import type { ActOf } from '#contract/scan/acts';
import { heaviest } from '../../shipping/heaviest.ts';
import { inStock } from '../../stock/ledger.ts';
import { claimSerial } from '../../stock/serials.ts';
import { addToLine, all, move, need, openTask, type Row, type ScanContext, setRow, whoDid } from '../context.ts';
import { Refusal } from '../refusal.ts';

const OUT = ['outbound', 'transportLabel'];

/** The parcel a piece goes into; made with the id that the station chose when its first piece comes. */
async function openParcel(c: ScanContext, task: Row, parcelId: string): Promise<Row> {
  const [known] = await all(c, sql`select id, task_id, state, unit_id, no from parcels where id = ${parcelId}::uuid for no key update`);
  if (known) {
    if (known['task_id'] !== task['id']) throw new Refusal('unknownParcel', { no: task['no'] as string });
    if (known['state'] !== 'open') throw new Refusal('alreadyClosed', { parcel: known['no'] as string });
    return known;
  }
  return need(
    c,
    'unknownTask',
    sql`with p as (select 'P-' || nextval('parcel_no') as no),
      u as (insert into merged_units (code, kind, merchant_id) select no, 'box', ${task['merchant_id'] as string}::uuid from p returning id)
      insert into parcels (id, no, task_id, task_no, merchant_id, seq, unit_id, carrier_id, service, packed_by, station_id)
      select ${parcelId}::uuid, p.no, ${task['id'] as string}::uuid, ${task['no'] as string}, ${task['merchant_id'] as string}::uuid,
        (select coalesce(max(seq), 0) + 1 from parcels where task_id = ${task['id'] as string}::uuid), u.id, ${task['carrier_id'] as string | null}::uuid, ${task['service'] as string}, ${c.userId}::uuid, ${c.stationId}::uuid
      from p, u returning id, no, unit_id, state`,
  );
}

async function lineOf(c: ScanContext, task: Row, lineId: string): Promise<Row> {
  return need(
    c,
    'unknownLine',
    sql`select l.id, l.item_id, l.sku, l.ordered, l.cancelled, l.reserved, l.picked, l.packed, l.shipped, l.merchant_id, i.serial_mode from task_lines l join items i on i.id = l.item_id
      where l.id = ${lineId}::uuid and l.task_id = ${task['id'] as string}::uuid for no key update of l`,
    { no: task['no'] as string },
  );
}

/** Pieces of a line that lie ready: picked ones not yet in a parcel, or (for one-piece orders) still on their shelf. */
const holdings = (c: ScanContext, lineId: string, onShelf: boolean): Promise<Row[]> =>
  all(
    c,
    sql`select b.id, b.lot, b.expiry, b.serial, b.condition, b.compartment_id, b.unit_id, v.qty, v.picked from reservations v join stock_balances b on b.id = v.balance_id
      where v.line_id = ${lineId}::uuid and v.picked = ${!onShelf} and not exists (select from parcels p where p.unit_id = b.unit_id) order by b.id for update of v`,
  );

type Packing = { task: Row; line: Row; parcelId: string; qty: number; serial: string; compartmentId: string; onShelf: boolean };

async function intoParcel(c: ScanContext, { task, line, parcelId, qty, serial, compartmentId, onShelf }: Packing): Promise<void> {
  const [sku, lineId, itemId, merchantId] = [line['sku'], line['id'], line['item_id'], line['merchant_id']] as [
    string,
    string,
    string,
    string,
  ];
  const mode = line['serial_mode'] as string;
  const needsSerial = mode !== 'none' || c.event.profile === 'PackScanEF';
  if (needsSerial && serial === '') throw new Refusal('serialNeeded', { sku });
  if (serial !== '' && qty !== 1) throw new Refusal('tooMany', { sku, left: 1, got: qty });
  const held = await holdings(c, lineId, onShelf);
  const fitting = mode === 'full' ? held.filter((row) => row['serial'] === serial) : held;
  if (mode === 'full' && fitting.length === 0) throw await strangeSerial(c, sku, lineId, serial);
  const parcel = await openParcel(c, task, parcelId);
  let left = qty;
  for (const row of fitting) {
    const n = Math.min(left, row['qty'] as number);
    if (n <= 0) break;
    await move(
      c,
      {
        merchantId,
        itemId,
        lot: row['lot'] as string,
        expiry: row['expiry'] as string | null,
        serial: row['serial'] as string,
        condition: row['condition'] as 'good',
        qty: n,
        from: inStock(row['compartment_id'] as string, row['unit_id'] as string | null),
        to: inStock(compartmentId, parcel['unit_id'] as string),
        fromLine: lineId,
        toLine: lineId,
        taskId: task['id'] as string,
        lineId,
        parcelId,
      },
      !onShelf,
    );
    left -= n;
  }
  if (left > 0) throw new Refusal('tooMany', { sku, left: qty - left, got: qty, no: task['no'] as string });
  if (serial !== '' && mode !== 'full') await takeNumber(c, merchantId, itemId, serial, sku);
  await addContent(c, parcelId, lineId, serial, qty);
  await addToLine(c, lineId, onShelf ? { picked: qty, packed: qty, reserved: -qty } : { packed: qty });
}

export async function addContent(c: ScanContext, parcelId: string, lineId: string, serial: string, qty: number): Promise<void> {
  await c.tx.execute(sql`insert into parcel_contents as p (parcel_id, line_id, serial, qty) values (${parcelId}::uuid, ${lineId}::uuid, ${serial}, ${qty})
    on conflict (parcel_id, line_id, serial) do update set qty = p.qty + excluded.qty`);
  await c.tx.execute(sql`update parcels set pieces = pieces + ${qty} where id = ${parcelId}::uuid`);
  c.effects.push({ kind: 'content', parcelId, lineId, serial, qty });
}

/** A number taken down as the piece leaves: it may not lie in another parcel, nor have left before without coming back. */
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
  const [packed] = await all(c, sql`select 1 from parcel_contents where line_id = ${lineId}::uuid and serial = ${serial}`);
  if (packed) return new Refusal('alreadyPacked', { sku, serial, ...(await whoDid(c, 'pack', sql`s.body->'act'->>'serial' = ${serial}`)) });
  return new Refusal('serialWrong', { sku, serial });
}

const already = async (c: ScanContext, task: Row, line: Row): Promise<Refusal> =>
  new Refusal('alreadyPacked', {
    sku: line['sku'] as string,
    no: task['no'] as string,
    ...(await whoDid(c, 'pack', sql`s.task_id = ${task['id'] as string}::uuid and s.body->'act'->>'lineId' = ${line['id'] as string}`)),
  });

/** Cart → parcel. */
export async function pack(c: ScanContext, act: ActOf<'pack'>): Promise<void> {
  const task = await openTask(c, act.taskId, OUT);
  const line = await lineOf(c, task, act.lineId);
  const wanted = (line['ordered'] as number) - (line['cancelled'] as number) - (line['packed'] as number);
  if (wanted <= 0) throw await already(c, task, line);
  await intoParcel(c, { ...act, task, line, onShelf: false });
}

/** One-piece orders: from the cart when it was picked before, else straight from the shelf; the pick is posted at once. */
export async function packSingle(c: ScanContext, act: ActOf<'packSingle'>): Promise<void> {
  const task = await openTask(c, act.taskId, OUT);
  const line = await lineOf(c, task, act.lineId);
  if ((line['packed'] as number) >= (line['ordered'] as number) - (line['cancelled'] as number)) throw await already(c, task, line);
  const inCart = (line['picked'] as number) - (line['packed'] as number) >= act.qty;
  await intoParcel(c, { ...act, task, line, onShelf: !inCart });
  if (!inCart)
    await c.tx.execute(
      sql`update picklist_lines set picked = least(qty - short, picked + ${act.qty}) where open and line_id = ${act.lineId}::uuid`,
    );
}

/** Missing or broken at the pack table: it goes to quarantine or is given up, and another one is picked. */
export async function packShort(c: ScanContext, act: ActOf<'packShort'>): Promise<void> {
  const task = await openTask(c, act.taskId, OUT);
  const line = await lineOf(c, task, act.lineId);
  let left = act.qty;
  for (const row of await holdings(c, act.lineId, false)) {
    const n = Math.min(left, row['qty'] as number);
    if (n <= 0) break;
    await move(c, {
      merchantId: line['merchant_id'] as string,
      itemId: line['item_id'] as string,
      lot: row['lot'] as string,
      expiry: row['expiry'] as string | null,
      serial: row['serial'] as string,
      condition: row['condition'] as 'good',
      toCondition: 'blocked',
      qty: n,
      from: inStock(row['compartment_id'] as string, row['unit_id'] as string | null),
      to: inStock(row['compartment_id'] as string),
      fromLine: act.lineId,
      taskId: act.taskId,
      lineId: act.lineId,
      reason: act.reason,
    });
    left -= n;
  }
  if (left > 0) throw new Refusal('tooMany', { sku: line['sku'] as string, left: act.qty - left, got: act.qty });
  await addToLine(c, act.lineId, { picked: -act.qty, short: act.qty });
  c.stocked.add(line['item_id'] as string);
}

/** A weight that no carrier takes was misread, whatever the station let pass. */
async function mayWeigh(c: ScanContext, { parcelId, weight }: ActOf<'closeParcel'>): Promise<void> {
  if (weight === null) return;
  const most = await heaviest(c.tx, parcelId);
  if (weight > most) throw new Refusal('tooHeavy', { weight, mostWeight: most });
}

/** The box is shut; weight and size where the carrier wants them. A label of ours is asked for by a job, never here. */
export async function closeParcel(c: ScanContext, act: ActOf<'closeParcel'>): Promise<void> {
  await openTask(c, act.taskId, OUT);
  const parcel = await need(
    c,
    'unknownParcel',
    sql`select id, no, state, weight, length, width, height, closed_at, pieces, unit_id, station_id from parcels where id = ${act.parcelId}::uuid and task_id = ${act.taskId}::uuid for no key update`,
  );
  if (!['open', 'closed'].includes(parcel['state'] as string)) throw new Refusal('alreadyClosed', { parcel: parcel['no'] as string });
  if (parcel['state'] === 'closed' && act.weight === null && act.length === null)
    throw new Refusal('alreadyClosed', { parcel: parcel['no'] as string });
  await mayWeigh(c, act);
  const keep = (key: 'weight' | 'length' | 'width' | 'height') => act[key] ?? (parcel[key] as number | null);
  const was = {
    state: parcel['state'] as string,
    weight: parcel['weight'] as number | null,
    length: parcel['length'] as number | null,
    width: parcel['width'] as number | null,
    height: parcel['height'] as number | null,
    closed_at: parcel['closed_at'] as string | null,
    station_id: parcel['station_id'] as string | null,
  };
  await setRow(c, 'parcels', act.parcelId, was, {
    state: 'closed',
    weight: keep('weight'),
    length: keep('length'),
    width: keep('width'),
    height: keep('height'),
    closed_at: was.closed_at ?? c.event.at,
    // Its label comes out at the table that shut it, whoever began it.
    station_id: c.stationId,
  });
  if (parcel['unit_id']) await setRow(c, 'merged_units', parcel['unit_id'] as string, { state: 'open' }, { state: 'closed' });
}

/** The new label covers the old one. */
export async function swapLabel(c: ScanContext, act: ActOf<'swapLabel'>): Promise<void> {
  await openTask(c, act.taskId, OUT);
  const parcel = await need(
    c,
    'unknownParcel',
    sql`select id, no, state, tracking_no, retour_no, label_state from parcels where id = ${act.parcelId}::uuid and task_id = ${act.taskId}::uuid for no key update`,
  );
  if (!['bought', 'foreign'].includes(parcel['label_state'] as string))
    throw new Refusal('notLabelled', { parcel: parcel['no'] as string });
  if (act.newCode !== parcel['tracking_no'] && act.newCode !== parcel['no'])
    throw new Refusal('wrongItem', { sku: act.newCode, no: parcel['no'] as string });
  if (parcel['state'] === 'swapped') throw new Refusal('alreadyClosed', { parcel: parcel['no'] as string });
  await setRow(c, 'parcels', act.parcelId, { state: parcel['state'] as string }, { state: 'swapped' });
}
