import { sql } from 'drizzle-orm';
import { BLOCKER_KINDS } from '#contract/orders/statuses';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { type Row, statement } from '../../../core/db/statement.ts';
import { serials } from '../../catalog/serials/table.ts';
import { loadingLists } from '../../shipping/loading-lists/table.ts';
import { parcels } from '../../shipping/parcels/table.ts';
import { inStock, OUTSIDE, Refusal } from '../../stock/index.ts';
import { stockBalances } from '../../stock/stock-balances/table.ts';
import { reservations } from '../../stock/tables.ts';
import { addToLine, move, need, openTask, type ScanContext, setRow, type TaskRow, whoDid } from '../context.ts';

const GONE = ['handedOver', 'inTransit', 'outForDelivery', 'readyForPickup', 'delivered', 'failed', 'returning', 'returned'];

const lockParcel = statement(
  {
    id: parcels.id,
    no: parcels.no,
    taskId: parcels.taskId,
    state: parcels.state,
    labelState: parcels.labelState,
    unitId: parcels.unitId,
    carrierId: parcels.carrierId,
    loadingListId: parcels.loadingListId,
    merchantId: parcels.merchantId,
  },
  ({ parcelId }: { parcelId: string }) =>
    sql`select p.id, p.no, p.task_id, p.state, p.label_state, p.unit_id, p.carrier_id, p.loading_list_id, p.merchant_id from parcels p where p.id = ${parcelId}::uuid for no key update`,
);
type ParcelRow = Row<typeof lockParcel>;
type OnList = { loadingListId: string };
const lockList = statement(
  { no: loadingLists.no, carrierId: loadingLists.carrierId, state: loadingLists.state },
  ({ loadingListId }: OnList) =>
    sql`select no, carrier_id, state from loading_lists where id = ${loadingListId}::uuid and deleted_at is null for no key update`,
);
const findAboard = statement(
  { id: parcels.id, no: parcels.no, state: parcels.state, carrierId: parcels.carrierId },
  ({ loadingListId }: OnList) =>
    sql`select id, no, state, carrier_id from parcels where loading_list_id = ${loadingListId}::uuid and state <> 'void' order by id`,
);
const findGoods = statement(
  {
    merchantId: stockBalances.merchantId,
    itemId: stockBalances.itemId,
    compartmentId: stockBalances.compartmentId,
    lot: stockBalances.lot,
    expiry: stockBalances.expiry,
    serial: stockBalances.serial,
    condition: stockBalances.condition,
    lineId: reservations.lineId,
    held: reservations.qty,
  },
  ({ unitId }: { unitId: string | null }) =>
    sql`select b.merchant_id, b.item_id, b.compartment_id, b.lot, b.expiry, b.serial, b.condition, v.line_id, v.qty as held from stock_balances b join reservations v on v.balance_id = b.id where b.unit_id = ${unitId}::uuid and b.on_hand > 0 order by b.id`,
);
const shipSerials = statement(
  { id: serials.id },
  ({
    parcelId,
    taskId,
  }: {
    parcelId: string;
    taskId: string;
  }) => sql`update serials s set state = 'shipped', task_id = ${taskId}::uuid, shipped_at = now() from parcel_contents p join task_lines l on l.id = p.line_id
      where p.parcel_id = ${parcelId}::uuid and p.serial <> '' and s.item_id = l.item_id and s.merchant_id = l.merchant_id and s.serial = p.serial and s.state = 'packed' returning s.id`,
);

async function parcelOf(c: ScanContext, parcelId: string): Promise<{ parcel: ParcelRow; task: TaskRow }> {
  const parcel = await need('unknownParcel', lockParcel.first(c.tx, { parcelId }));
  c.about = { taskId: parcel.taskId, merchantId: parcel.merchantId };
  const no = parcel.no;
  if (GONE.includes(parcel.state)) throw new Refusal('alreadyShipped', { parcel: no, ...(await whoShipped(c, parcel)) });
  const task = await openTask(c, parcel.taskId, ['outbound', 'transportLabel']);
  if (parcel.state === 'open' || parcel.state === 'void') throw new Refusal('wrongState', { no, status: parcel.state });
  gates(parcel, task);
  return { parcel, task };
}

/** Who handed the parcel over: with a scan of its own or with its loading list. */
async function whoShipped(c: ScanContext, parcel: ParcelRow) {
  const alone = await whoDid(c, 'handOver', sql`s.task_id = ${parcel.taskId}::uuid and s.body->'act'->>'parcelId' = ${parcel.id}`);
  const listId = parcel.loadingListId;
  return 'who' in alone || listId === null ? alone : whoDid(c, 'handOverList', sql`s.body->'act'->>'loadingListId' = ${listId}`);
}

/**
 * A parcel must be labelled, and relabelled if a label swap was requested, before it leaves. Someone with the privilege can override this.
 */
function gates(parcel: ParcelRow, task: TaskRow): void {
  if (task.gatesForcedAt !== null || task.labelSource === 'none') return;
  const no = parcel.no;
  if (!['bought', 'foreign'].includes(parcel.labelState)) throw new Refusal('notLabelled', { parcel: no });
  if (task.labelSwap && !['swapped', 'loaded'].includes(parcel.state)) throw new Refusal('wrongState', { no, status: 'readyToSwap' });
}

async function listOf(c: ScanContext, parcel: ParcelRow, loadingListId: string): Promise<void> {
  const list = await need('unknownPlace', lockList.first(c.tx, { loadingListId }));
  if (list.state !== 'open') throw new Refusal('alreadyClosed', { list: list.no });
  if (parcel.carrierId !== null && parcel.carrierId !== list.carrierId) throw new Refusal('wrongItem', { sku: parcel.no, no: list.no });
}

/** Adds the parcel to a loading list. */
export async function load(c: ScanContext, act: ScanCommandOf<'load'>): Promise<void> {
  const { parcel } = await parcelOf(c, act.parcelId);
  if (parcel.state === 'loaded' && parcel.loadingListId === act.loadingListId)
    throw new Refusal('alreadyLoaded', {
      parcel: parcel.no,
      ...(await whoDid(c, 'load', sql`s.task_id = ${parcel.taskId}::uuid and s.body->'act'->>'parcelId' = ${act.parcelId}`)),
    });
  await listOf(c, parcel, act.loadingListId);
  await setRow(
    c,
    'parcels',
    act.parcelId,
    { state: parcel.state, loading_list_id: parcel.loadingListId },
    { state: 'loaded', loading_list_id: act.loadingListId },
  );
}

/** Removes a parcel from its loading list, even if its order is blocked. The parcel gets its former state back. */
export async function unload(c: ScanContext, { parcelId }: ScanCommandOf<'unload'>): Promise<void> {
  const parcel = await need('unknownParcel', lockParcel.first(c.tx, { parcelId }));
  const task = await openTask(c, parcel.taskId, ['outbound', 'transportLabel'], BLOCKER_KINDS);
  const was = { state: parcel.state, loading_list_id: parcel.loadingListId };
  if (was.state !== 'loaded') throw new Refusal('wrongState', { no: parcel.no, status: was.state });
  const labelled = ['bought', 'foreign'].includes(parcel.labelState);
  const state = task.labelSwap ? 'swapped' : labelled ? 'labelled' : 'closed';
  await setRow(c, 'parcels', parcelId, was, { state, loading_list_id: null });
}

/**
 * Hands over all parcels of a loading list. One parcel that may not leave stops the handover, and the refusal names it: the vehicle must
 * carry exactly what its papers list.
 */
export async function handOverList(c: ScanContext, { loadingListId }: ScanCommandOf<'handOverList'>): Promise<void> {
  const list = await need('unknownPlace', lockList.first(c.tx, { loadingListId }));
  const no = list.no;
  if (list.state !== 'open') throw new Refusal('alreadyClosed', { no });
  const aboard = await findAboard(c.tx, { loadingListId });
  if (aboard.length === 0) throw new Refusal('listEmpty', { no });
  for (const parcel of aboard.filter(({ state }) => state === 'loaded')) {
    if (parcel.carrierId !== null && parcel.carrierId !== list.carrierId) throw new Refusal('wrongItem', { sku: parcel.no, no });
    await handOver(c, { do: 'handOver', parcelId: parcel.id, loadingListId: null });
  }
  await setRow(
    c,
    'loading_lists',
    loadingListId,
    { state: 'open', handed_over_at: null },
    { state: 'handedOver', handed_over_at: c.event.at },
  );
  // The scan concerns the vehicle, not the last parcel on it.
  c.about = { taskId: null, merchantId: null };
}

/** The carrier takes the parcel. Its contents leave stock, and the order lines count them as shipped. */
export async function handOver(c: ScanContext, act: ScanCommandOf<'handOver'>): Promise<void> {
  const { parcel, task } = await parcelOf(c, act.parcelId);
  const listId = act.loadingListId ?? parcel.loadingListId;
  if (act.loadingListId) await listOf(c, parcel, act.loadingListId);
  const goods = await findGoods(c.tx, { unitId: parcel.unitId });
  const shipped = new Map<string, number>();
  for (const row of goods) {
    const [lineId, qty] = [row.lineId, row.held];
    await move(c, {
      merchantId: row.merchantId,
      itemId: row.itemId,
      lot: row.lot,
      expiry: row.expiry,
      serial: row.serial,
      condition: row.condition,
      qty,
      from: inStock(row.compartmentId, parcel.unitId),
      to: OUTSIDE.customer,
      fromLine: lineId,
      taskId: task.id,
      lineId,
      parcelId: act.parcelId,
    });
    shipped.set(lineId, (shipped.get(lineId) ?? 0) + qty);
  }
  for (const [lineId, qty] of [...shipped].sort(([a], [b]) => a.localeCompare(b))) await addToLine(c, lineId, { shipped: qty });
  await leaveSerials(c, act.parcelId, task.id);
  await setRow(
    c,
    'parcels',
    act.parcelId,
    { state: parcel.state, loading_list_id: parcel.loadingListId, handed_over_at: null },
    { state: 'handedOver', loading_list_id: listId, handed_over_at: c.event.at },
  );
  if (parcel.unitId) await setRow(c, 'merged_units', parcel.unitId, { state: 'closed' }, { state: 'shipped' });
}

/** Marks serial numbers recorded at packing as shipped. For fully serialised pieces the ledger does this. */
async function leaveSerials(c: ScanContext, parcelId: string, taskId: string): Promise<void> {
  const gone = await shipSerials(c.tx, { parcelId, taskId });
  for (const row of gone) c.effects.push({ kind: 'serial', id: row.id, was: 'packed', now: 'shipped' });
}
