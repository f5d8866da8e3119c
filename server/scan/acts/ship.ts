import { sql } from 'drizzle-orm';
import type { ActOf } from '#contract/scan/acts';
import { BLOCKER_KINDS } from '#contract/task/statuses';
import { inStock, OUTSIDE } from '../../stock/ledger.ts';
import { addToLine, all, move, need, openTask, type Row, type ScanContext, setRow, whoDid } from '../context.ts';
import { Refusal } from '../refusal.ts';

const GONE = ['handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'delivered', 'failed', 'returning', 'returned'];

async function parcelOf(c: ScanContext, parcelId: string): Promise<{ parcel: Row; task: Row }> {
  const parcel = await need(
    c,
    'unknownParcel',
    sql`select p.id, p.no, p.task_id, p.state, p.label_state, p.unit_id, p.carrier_id, p.loading_list_id, p.handed_over_at, p.merchant_id from parcels p where p.id = ${parcelId}::uuid for no key update`,
  );
  c.about = { taskId: parcel['task_id'] as string, merchantId: parcel['merchant_id'] as string };
  const no = parcel['no'] as string;
  if (GONE.includes(parcel['state'] as string)) throw new Refusal('alreadyShipped', { parcel: no, ...(await whoShipped(c, parcel)) });
  const task = await openTask(c, parcel['task_id'] as string, ['outbound', 'transportLabel']);
  if (parcel['state'] === 'open' || parcel['state'] === 'void') throw new Refusal('wrongState', { no, status: parcel['state'] as string });
  await gates(c, parcel, task);
  return { parcel, task };
}

/** It left by itself or with its vehicle. */
async function whoShipped(c: ScanContext, parcel: Row) {
  const alone = await whoDid(
    c,
    'handOver',
    sql`s.task_id = ${parcel['task_id'] as string}::uuid and s.body->'act'->>'parcelId' = ${parcel['id'] as string}`,
  );
  const listId = parcel['loading_list_id'] as string | null;
  return 'who' in alone || listId === null ? alone : whoDid(c, 'handOverList', sql`s.body->'act'->>'loadingListId' = ${listId}`);
}

/** A parcel leaves labelled and relabelled where that was asked for, unless somebody with the right to it passed the gates. */
async function gates(c: ScanContext, parcel: Row, task: Row): Promise<void> {
  const [forced] = await all(c, sql`select 1 from tasks where id = ${task['id'] as string}::uuid and gates_forced_at is not null`);
  if (forced || task['label_source'] === 'none') return;
  const no = parcel['no'] as string;
  if (!['bought', 'foreign'].includes(parcel['label_state'] as string)) throw new Refusal('notLabelled', { parcel: no });
  if (task['label_swap'] === true && !['swapped', 'loaded'].includes(parcel['state'] as string))
    throw new Refusal('wrongState', { no, status: 'readyToSwap' });
}

async function listOf(c: ScanContext, parcel: Row, loadingListId: string): Promise<Row> {
  const list = await need(
    c,
    'unknownPlace',
    sql`select id, no, carrier_id, state from loading_lists where id = ${loadingListId}::uuid and deleted_at is null for no key update`,
  );
  if (list['state'] !== 'open') throw new Refusal('alreadyClosed', { list: list['no'] as string });
  if (parcel['carrier_id'] !== null && parcel['carrier_id'] !== list['carrier_id'])
    throw new Refusal('wrongItem', { sku: parcel['no'] as string, no: list['no'] as string });
  return list;
}

/** Onto a vehicle's list. */
export async function load(c: ScanContext, act: ActOf<'load'>): Promise<void> {
  const { parcel } = await parcelOf(c, act.parcelId);
  if (parcel['state'] === 'loaded' && parcel['loading_list_id'] === act.loadingListId)
    throw new Refusal('alreadyLoaded', {
      parcel: parcel['no'] as string,
      ...(await whoDid(c, 'load', sql`s.task_id = ${parcel['task_id'] as string}::uuid and s.body->'act'->>'parcelId' = ${act.parcelId}`)),
    });
  await listOf(c, parcel, act.loadingListId);
  await setRow(
    c,
    'parcels',
    act.parcelId,
    { state: parcel['state'] as string, loading_list_id: parcel['loading_list_id'] as string | null },
    { state: 'loaded', loading_list_id: act.loadingListId },
  );
}

/** Off its list: whatever stopped its order does not stop this. It is again what it was before it was loaded. */
export async function unload(c: ScanContext, { parcelId }: ActOf<'unload'>): Promise<void> {
  const parcel = await need(
    c,
    'unknownParcel',
    sql`select id, no, task_id, state, label_state, loading_list_id from parcels where id = ${parcelId}::uuid for no key update`,
  );
  const task = await openTask(c, parcel['task_id'] as string, ['outbound', 'transportLabel'], BLOCKER_KINDS);
  const was = { state: parcel['state'] as string, loading_list_id: parcel['loading_list_id'] as string | null };
  if (was.state !== 'loaded') throw new Refusal('wrongState', { no: parcel['no'] as string, status: was.state });
  const labelled = ['bought', 'foreign'].includes(parcel['label_state'] as string);
  const state = task['label_swap'] === true ? 'swapped' : labelled ? 'labelled' : 'closed';
  await setRow(c, 'parcels', parcelId, was, { state, loading_list_id: null });
}

/**
 * The vehicle leaves with all that is on its list. One parcel that may not leave keeps the vehicle here, and the refusal names it: what drives away is
 * what the paper says.
 */
export async function handOverList(c: ScanContext, { loadingListId }: ActOf<'handOverList'>): Promise<void> {
  const list = await need(
    c,
    'unknownPlace',
    sql`select id, no, carrier_id, state from loading_lists where id = ${loadingListId}::uuid and deleted_at is null for no key update`,
  );
  const no = list['no'] as string;
  if (list['state'] !== 'open') throw new Refusal('alreadyClosed', { no });
  const aboard = await all(
    c,
    sql`select id, no, state, carrier_id from parcels where loading_list_id = ${loadingListId}::uuid and state <> 'void' order by id`,
  );
  if (aboard.length === 0) throw new Refusal('listEmpty', { no });
  for (const parcel of aboard.filter(({ state }) => state === 'loaded')) {
    if (parcel['carrier_id'] !== null && parcel['carrier_id'] !== list['carrier_id'])
      throw new Refusal('wrongItem', { sku: parcel['no'] as string, no });
    await handOver(c, { do: 'handOver', parcelId: parcel['id'] as string, loadingListId: null });
  }
  await setRow(
    c,
    'loading_lists',
    loadingListId,
    { state: 'open', handed_over_at: null },
    { state: 'handedOver', handed_over_at: c.event.at },
  );
  // It is about the vehicle, not about the last parcel on it.
  c.about = { taskId: null, merchantId: null };
}

/** The carrier takes it: everything in it leaves our books, and its order lines count it as shipped. */
export async function handOver(c: ScanContext, act: ActOf<'handOver'>): Promise<void> {
  const { parcel, task } = await parcelOf(c, act.parcelId);
  const listId = act.loadingListId ?? (parcel['loading_list_id'] as string | null);
  if (act.loadingListId) await listOf(c, parcel, act.loadingListId);
  const goods = await all(
    c,
    sql`select b.*, v.line_id, v.qty as held from stock_balances b join reservations v on v.balance_id = b.id where b.unit_id = ${parcel['unit_id'] as string | null}::uuid and b.on_hand > 0 order by b.id`,
  );
  const shipped = new Map<string, number>();
  for (const row of goods) {
    const [lineId, qty] = [row['line_id'] as string, row['held'] as number];
    await move(c, {
      merchantId: row['merchant_id'] as string,
      itemId: row['item_id'] as string,
      lot: row['lot'] as string,
      expiry: row['expiry'] as string | null,
      serial: row['serial'] as string,
      condition: row['condition'] as 'good',
      qty,
      from: inStock(row['compartment_id'] as string, parcel['unit_id'] as string),
      to: OUTSIDE.customer,
      fromLine: lineId,
      taskId: task['id'] as string,
      lineId,
      parcelId: act.parcelId,
    });
    shipped.set(lineId, (shipped.get(lineId) ?? 0) + qty);
  }
  for (const [lineId, qty] of [...shipped].sort(([a], [b]) => a.localeCompare(b))) await addToLine(c, lineId, { shipped: qty });
  await leaveSerials(c, act.parcelId, task['id'] as string);
  await setRow(
    c,
    'parcels',
    act.parcelId,
    { state: parcel['state'] as string, loading_list_id: parcel['loading_list_id'] as string | null, handed_over_at: null },
    { state: 'handedOver', loading_list_id: listId, handed_over_at: c.event.at },
  );
  if (parcel['unit_id']) await setRow(c, 'merged_units', parcel['unit_id'] as string, { state: 'closed' }, { state: 'shipped' });
}

/** Numbers taken down at the pack table leave with the parcel; pieces known by number all along are kept by the ledger. */
async function leaveSerials(c: ScanContext, parcelId: string, taskId: string): Promise<void> {
  const gone = await all(
    c,
    sql`update serials s set state = 'shipped', task_id = ${taskId}::uuid, shipped_at = now() from parcel_contents p join task_lines l on l.id = p.line_id
      where p.parcel_id = ${parcelId}::uuid and p.serial <> '' and s.item_id = l.item_id and s.merchant_id = l.merchant_id and s.serial = p.serial and s.state = 'packed' returning s.id`,
  );
  for (const row of gone) c.effects.push({ kind: 'serial', id: row['id'] as string, was: 'packed', now: 'shipped' });
}
