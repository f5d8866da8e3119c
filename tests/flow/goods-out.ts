import type { PICKLIST_KINDS } from '#contract/orders/picklists';
import type { Work } from '#contract/scanning/work';
import { uuid7 } from '../support/warehouse.ts';
import { listAll, must, type Row, type Scan, share, type Tablet, until } from './crew.ts';
import type { Day, Task } from './day.ts';

type Kind = (typeof PICKLIST_KINDS)[number];
type Walk = { id: string; qty: number; sku: string };
type Order = Work['tasks'][number];
type Parcel = Row & { taskId: string; no: string; carrierId: string; pieces: number };

/** From so many pieces on an order has a picklist of its own. */
const BIG = 150;
const ON_A_CART = 12;
/** What fits into a box: 30 kg of goods that weigh half a kilogram. */
const BOX_PIECES = 60;
const PIECE_GRAMS = 480;
const BOX_GRAMS = 350;

/** Waves: one-piece orders together, big ones alone, the rest in batches. Answers the lists. */
export async function makeLists(day: Day, tasks: readonly Task[]): Promise<string[]> {
  const kindOf = ({ pieces }: Task): Kind => (pieces === 1 ? 'single' : pieces >= BIG ? 'order' : 'batch');
  const ids: string[] = [];
  for (const kind of ['single', 'batch', 'order'] as const) {
    const taskIds = tasks.filter((task) => kindOf(task) === kind).map((task) => task.id);
    for (let i = 0; i < taskIds.length; i += 1000) {
      const made = await must<{ ids: string[] }>(day.call, day.lead.token, 'POST', '/v0/picklists', {
        kind,
        taskIds: taskIds.slice(i, i + 1000),
        size: ON_A_CART,
      });
      ids.push(...made.ids);
    }
  }
  return ids;
}

export async function printLists(day: Day, lists: readonly string[]): Promise<void> {
  for (const id of lists) await must(day.call, day.lead.token, 'POST', `/v0/picklists/${id}/print`, {});
}

/** Pickers with their carts share the lists; each list is walked in its order. */
export const pick = (day: Day, lists: readonly string[]): Promise<void> =>
  share(day.carts, lists, async (cart, id) => {
    const walks = await must<Walk[]>(day.call, day.lead.token, 'GET', `/v0/picklists/${id}/lines`);
    await cart.scan(
      'pickingScan',
      walks.map(
        (walk): Scan => ({ act: { do: 'pick', picklistLineId: walk.id, qty: walk.qty, serial: '', cartId: cart.placeId }, code: walk.sku }),
      ),
    );
  });

/** The orders on the tables as the stations get them, until all of ours were seen. */
async function onTables(day: Day, ids: ReadonlySet<string>, table: Tablet): Promise<Order[]> {
  const work = await must<Work>(day.call, day.lead.token, 'GET', `/v0/scan/work?profile=packScanOrder&stationId=${table.stationId}`);
  return work.tasks.filter((task) => ids.has(task.id) && task.lines.some((line) => line.packed < line.ordered - line.cancelled));
}

/** Into boxes line by line, a full box is shut and weighed before the next. */
function packing({ id, no, lines }: Order, tableId: string): Scan[] {
  const scans: Scan[] = [];
  let box = { parcelId: uuid7(), pieces: 0 };
  const shut = (): void => {
    if (box.pieces === 0) return;
    const weight = BOX_GRAMS + box.pieces * PIECE_GRAMS;
    scans.push({ act: { do: 'closeParcel', taskId: id, parcelId: box.parcelId, weight, length: 400, width: 300, height: 300 }, code: no });
    box = { parcelId: uuid7(), pieces: 0 };
  };
  const single = lines.length === 1 && lines[0]?.ordered === 1;
  for (const line of lines)
    for (let left = line.ordered - line.cancelled - line.packed; left > 0; ) {
      const qty = Math.min(left, BOX_PIECES - box.pieces);
      const piece = { taskId: id, lineId: line.id, parcelId: box.parcelId, qty, serial: '', compartmentId: tableId };
      scans.push({ act: single ? { do: 'packSingle', ...piece, fromId: tableId } : { do: 'pack', ...piece }, code: line.sku });
      box.pieces += qty;
      left -= qty;
      if (box.pieces >= BOX_PIECES) shut();
    }
  shut();
  return scans;
}

/** Packers share the orders that lie picked. */
export async function pack(day: Day, tasks: readonly Task[]): Promise<void> {
  const [table] = day.tables;
  const ids = new Set(tasks.map((task) => task.id));
  if (!table) throw new Error('There is no pack table.');
  for (let open = await onTables(day, ids, table); open.length > 0; open = await onTables(day, ids, table))
    await share(day.tables, open, (at, order) => at.scan('packScanOrder', packing(order, at.placeId)));
}

const parcelsOf = async (day: Day, ids: ReadonlySet<string>, state: string): Promise<Parcel[]> =>
  (await listAll<Parcel>(day.call, day.lead.token, `/v0/parcels?state=${state}&merchantId=${day.merchantId}`)).filter((parcel) =>
    ids.has(parcel.taskId),
  );

/** The labels come by themselves; this only waits. Answers the parcels. */
export async function labels(day: Day, tasks: readonly Task[]): Promise<Parcel[]> {
  const ids = new Set(tasks.map((task) => task.id));
  await until(
    'labels',
    async () => (await parcelsOf(day, ids, 'closed')).map((parcel) => `${parcel.no} ${String(parcel['labelError'])}`),
    (left) => left.length === 0,
    120,
  );
  return parcelsOf(day, ids, 'labelled');
}

/** One vehicle a carrier: its parcels are loaded, then handed over, each by a scan. */
export async function load(day: Day, parcels: readonly Parcel[]): Promise<Map<string, Parcel[]>> {
  const vehicles = new Map<string, Parcel[]>();
  for (const carrierId of new Set(parcels.map((parcel) => parcel.carrierId))) {
    const mine = parcels.filter((parcel) => parcel.carrierId === carrierId);
    const { id } = await must<Row>(day.call, day.lead.token, 'POST', '/v0/loadingLists', { carrierId, vehicle: 'HH-KO 100' });
    vehicles.set(id, mine);
    await day.gate.scan(
      'shippingScan',
      mine.map((parcel): Scan => ({ act: { do: 'load', parcelId: parcel.id, loadingListId: id }, code: parcel.no })),
    );
  }
  return vehicles;
}

export async function handOver(day: Day, vehicles: ReadonlyMap<string, readonly Parcel[]>): Promise<void> {
  for (const [loadingListId, parcels] of vehicles) {
    await day.gate.scan(
      'shippingScan',
      parcels.map((parcel): Scan => ({ act: { do: 'handOver', parcelId: parcel.id, loadingListId }, code: parcel.no })),
    );
  }
}
