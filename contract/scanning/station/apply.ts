import type { ScanCommand, ScanCommandName, ScanCommandOf } from '../commands.ts';
import type { WorkLine, WorkParcel, WorkPickLine, WorkTask } from '../work.ts';
import type { Entry, LocalWork, ScannedBy } from './state.ts';

const mapId = <T extends { id: string }>(rows: T[], id: string, change: (row: T) => T): T[] =>
  rows.map((row) => (row.id === id ? change(row) : row));

const onTask = (work: LocalWork, id: string, change: (task: WorkTask) => WorkTask): LocalWork => ({
  ...work,
  tasks: mapId(work.tasks, id, change),
});
type Counter = 'picked' | 'packed' | 'received' | 'putAway' | 'damaged';
const bump = (line: WorkLine, counter: Counter, qty: number): WorkLine => ({ ...line, [counter]: line[counter] + qty });

function onLine(work: LocalWork, taskId: string, lineId: string | null, counter: Counter, qty: number, by: ScannedBy): LocalWork {
  const change = (line: WorkLine): WorkLine => bump(line, counter, qty);
  return onTask(work, taskId, (task) => ({ ...task, last: by, lines: lineId === null ? task.lines : mapId(task.lines, lineId, change) }));
}

function onParcel(work: LocalWork, parcelId: string, change: (parcel: WorkParcel) => WorkParcel): LocalWork {
  const tasks = work.tasks.map((task) =>
    task.parcels.some(({ id }) => id === parcelId) ? { ...task, parcels: mapId(task.parcels, parcelId, change) } : task,
  );
  return { ...work, tasks };
}

const onPickLine = (work: LocalWork, id: string, change: (line: WorkPickLine) => WorkPickLine): LocalWork => ({
  ...work,
  picklists: work.picklists.map((list) =>
    list.lines.some((line) => line.id === id) ? { ...list, lines: mapId(list.lines, id, change) } : list,
  ),
});
const pickLineOf = (work: LocalWork, id: string): WorkPickLine | undefined =>
  work.picklists.flatMap(({ lines }) => lines).find((line) => line.id === id);

type Kept = {
  itemId: string;
  lot: string;
  expiry: string | null;
  serial: string;
  condition?: LocalWork['stock'][number]['condition'] | undefined;
};
type Stock = LocalWork['stock'][number];
const fits = (row: Stock, goods: Kept): boolean =>
  row.itemId === goods.itemId &&
  (goods.lot === '' || row.lot === goods.lot) &&
  (goods.serial === '' || row.serial === '' || row.serial === goods.serial) &&
  (goods.condition === undefined || row.condition === goods.condition);

/** Takes pieces from the stock the device knows at a place. Pieces it does not know about are ignored. */
function take(stock: Stock[], goods: Kept, qty: number, placeId: string): Stock[] {
  let open = qty;
  return stock.map((row) => {
    if (open === 0 || row.placeId !== placeId || !fits(row, goods)) return row;
    const taken = Math.min(open, row.qty);
    open -= taken;
    return { ...row, qty: row.qty - taken, free: Math.max(0, row.free - taken) };
  });
}

function put(stock: Stock[], goods: Kept, qty: number, placeId: string): Stock[] {
  const condition = goods.condition ?? 'good';
  const at = stock.findIndex(
    (row) =>
      row.itemId === goods.itemId &&
      row.placeId === placeId &&
      row.lot === goods.lot &&
      row.serial === goods.serial &&
      row.condition === condition,
  );
  if (at >= 0) return stock.map((row, i) => (i === at ? { ...row, qty: row.qty + qty, free: row.free + qty } : row));
  const { itemId, lot, expiry, serial } = goods;
  return [...stock, { itemId, placeId, lot, expiry, serial, condition, qty, free: qty }];
}

const carry = (work: LocalWork, goods: Kept & { qty: number }, fromId: string | null, toId: string | null): LocalWork => {
  const left = fromId === null ? work.stock : take(work.stock, goods, goods.qty, fromId);
  return { ...work, stock: toId === null ? left : put(left, goods, goods.qty, toId) };
};

/** Puts pieces away. One item may be announced on several lines; each line takes up to its open quantity. */
function store(lines: WorkLine[], act: ScanCommandOf<'putAway'>): WorkLine[] {
  let open = act.qty;
  return lines.map((line) => {
    if (line.itemId !== act.itemId) return line;
    const taken = Math.min(open, line.received - line.putAway);
    open -= taken;
    return bump(line, 'putAway', taken);
  });
}

const noteSerial = (work: LocalWork, itemId: string, serial: string): LocalWork =>
  serial === '' ? work : { ...work, serials: [...work.serials, { itemId, serial }] };
const lineOf = (work: LocalWork, taskId: string, lineId: string): WorkLine | undefined =>
  work.tasks.find(({ id }) => id === taskId)?.lines.find(({ id }) => id === lineId);

const NEW_PARCEL = {
  no: '',
  state: 'open',
  trackingNo: '',
  carrier: '',
  loadingListId: null,
  last: null,
  weight: null,
  sized: false,
} as const;

/** Adds pieces to a parcel. The first piece creates the parcel. */
function intoParcel(work: LocalWork, act: ScanCommandOf<'pack'> | ScanCommandOf<'packSingle'>, by: ScannedBy): LocalWork {
  const opened = onTask(work, act.taskId, (task) =>
    task.parcels.some(({ id }) => id === act.parcelId)
      ? task
      : { ...task, parcels: [...task.parcels, { id: act.parcelId, ...NEW_PARCEL, contents: [] }] },
  );
  const filled = onParcel(opened, act.parcelId, (parcel) => ({
    ...parcel,
    contents: [...parcel.contents, { lineId: act.lineId, qty: act.qty }],
  }));
  const packed = onLine(filled, act.taskId, act.lineId, 'packed', act.qty, by);
  const content = { parcelId: act.parcelId, lineId: act.lineId, qty: act.qty };
  return noteSerial({ ...packed, contents: [...packed.contents, content] }, lineOf(work, act.taskId, act.lineId)?.itemId ?? '', act.serial);
}

/**
 * Creates a return from what the device knows: pieces that were shipped with the order and are not back. The server's return replaces
 * it.
 */
function provisional(work: LocalWork, act: ScanCommandOf<'openReturn'>): WorkTask {
  const parent = work.tasks.find(({ id }) => id === act.parentId);
  const lines = (parent?.lines ?? []).filter((line) => line.shipped > line.returned);
  return {
    id: act.taskId,
    no: parent ? `R-${parent.no}` : act.code,
    kind: 'retour',
    status: 'receiving',
    merchantId: parent?.merchantId ?? act.merchantId ?? '',
    refOrderId: '',
    parentId: act.parentId,
    provisional: true,
    parentNo: parent?.no ?? '',
    announcedOn: '',
    codes: parent ? [] : [act.code],
    lies: [],
    blockers: parent ? [] : ['problematic'],
    priority: 'normal',
    lines: lines.map(({ id, itemId, sku, shipped, returned }) => ({ ...NO_PIECES, id, itemId, sku, ordered: shipped - returned })),
    parcels: [],
    units: null,
    last: null,
    weightNeeded: false,
    dimensionsNeeded: false,
    maxWeight: null,
    carriers: [],
    mayChange: false,
  };
}
const NO_PIECES = { cancelled: 0, picked: 0, packed: 0, received: 0, putAway: 0, damaged: 0, shipped: 0, returned: 0 };

/** Hands over every parcel loaded on the list. */
function leave(work: LocalWork, { loadingListId }: ScanCommandOf<'handOverList'>, by: ScannedBy): LocalWork {
  const goes = (parcel: WorkParcel): boolean => parcel.loadingListId === loadingListId && parcel.state === 'loaded';
  const tasks = work.tasks.map((task) =>
    task.parcels.some(goes)
      ? { ...task, parcels: task.parcels.map((parcel) => (goes(parcel) ? { ...parcel, state: 'handedOver' as const, last: by } : parcel)) }
      : task,
  );
  return { ...work, tasks, loadingLists: mapId(work.loadingLists, loadingListId, (list) => ({ ...list, state: 'handedOver' })) };
}

const plain = (itemId: string, serial: string): Kept => ({ itemId, lot: '', expiry: null, serial });

/** How each scan command changes the local work until the server's figures replace it. */
const EFFECTS: { [N in ScanCommandName]: (work: LocalWork, act: ScanCommandOf<N>, by: ScannedBy) => LocalWork } = {
  log: (work) => work,
  arrive: (work, act) => onTask(work, act.taskId, (task) => ({ ...task, status: 'receiving' })),
  receive: (work, act, by) => {
    const counted = onLine(work, act.taskId, act.lineId, 'received', act.qty, by);
    const whole = act.condition === 'damaged' ? onLine(counted, act.taskId, act.lineId, 'damaged', act.qty, by) : counted;
    return noteSerial(carry(whole, act, null, act.compartmentId), act.itemId, act.serial);
  },
  closeReceipt: (work, act) => onTask(work, act.taskId, (task) => ({ ...task, status: 'received' })),
  countUnits: (work) => work,
  prepared: (work, act) => onTask(work, act.taskId, (task) => ({ ...task, status: 'readyToInbound' })),
  putAway: (work, act, by) => {
    const stored = act.taskId === null ? work : onTask(work, act.taskId, (task) => ({ ...task, last: by, lines: store(task.lines, act) }));
    return carry(stored, act, act.fromId, act.toId);
  },
  pick: (work, act, by) => {
    const line = pickLineOf(work, act.picklistLineId);
    if (!line) return work;
    const listed = onPickLine(work, line.id, (own) => ({ ...own, picked: own.picked + act.qty }));
    const counted = onLine(listed, line.taskId, line.lineId, 'picked', act.qty, by);
    return carry(counted, { ...plain(line.itemId, act.serial), lot: line.lot, qty: act.qty, condition: 'good' }, line.placeId, act.cartId);
  },
  short: (work, act) => onPickLine(work, act.picklistLineId, (line) => ({ ...line, short: line.short + act.qty })),
  pack: intoParcel,
  packSingle: (work, act, by) => {
    const line = lineOf(work, act.taskId, act.lineId);
    const picked = onLine(work, act.taskId, act.lineId, 'picked', act.qty, by);
    const taken = line ? carry(picked, { ...plain(line.itemId, act.serial), qty: act.qty, condition: 'good' }, act.fromId, null) : picked;
    return intoParcel(taken, act, by);
  },
  packShort: (work, act, by) => onLine(work, act.taskId, act.lineId, 'picked', -act.qty, by),
  closeParcel: (work, act, by) =>
    onParcel(work, act.parcelId, (parcel) => ({
      ...parcel,
      state: 'closed',
      weight: act.weight ?? parcel.weight,
      sized: parcel.sized || act.length !== null,
      last: by,
    })),
  swapLabel: (work, act, by) =>
    onParcel(work, act.parcelId, (parcel) => ({ ...parcel, state: 'swapped', trackingNo: act.newCode, last: by })),
  load: (work, act, by) =>
    onParcel(work, act.parcelId, (parcel) => ({ ...parcel, state: 'loaded', loadingListId: act.loadingListId, last: by })),
  unload: (work, act, by) => onParcel(work, act.parcelId, (parcel) => ({ ...parcel, state: 'labelled', loadingListId: null, last: by })),
  handOver: (work, act, by) =>
    onParcel(work, act.parcelId, (parcel) => ({
      ...parcel,
      state: 'handedOver',
      loadingListId: act.loadingListId ?? parcel.loadingListId,
      last: by,
    })),
  handOverList: leave,
  bindSerial: (work, act) => noteSerial(work, act.itemId, act.serial),
  openReturn: (work, act) => ({ ...work, tasks: [...work.tasks, provisional(work, act)] }),
  takeBack: (work, act, by) => noteSerial(onLine(work, act.taskId, act.lineId, 'received', act.qty, by), act.itemId, act.serial),
  count: (work, act) => {
    const { itemId, qty, lot, expiry, serial } = act;
    const counted = { countId: act.countId, placeId: act.compartmentId, goods: { itemId, qty, lot, expiry, serial } };
    return noteSerial({ ...work, counted: [...work.counted, counted] }, itemId, serial);
  },
  countDone: (work, act) => ({ ...work, countedPlaces: [...work.countedPlaces, `${act.countId} ${act.compartmentId}`] }),
  move: (work, act) => carry(work, act, act.fromId, act.toId),
  moveUnit: (work, act) => ({ ...work, units: mapId(work.units, act.unitId, (unit) => ({ ...unit, placeId: act.toId })) }),
  noteWork: (work) => work,
  undo: (work) => work,
};

/** Applies one scan command. `by` is the user and the time. Commands are not inverted: an undo omits the command in `replay`. */
export function applyCommand(work: LocalWork, act: ScanCommand, by: ScannedBy): LocalWork {
  const effect = EFFECTS[act.do] as (work: LocalWork, act: ScanCommand, by: ScannedBy) => LocalWork;
  return effect(work, act, by);
}

const lives = (entry: Entry): boolean => !entry.undone && !entry.folded;

/** Applies all entries that are still valid, which excludes undone and refused ones. */
export function replay(base: LocalWork, entries: readonly Entry[], who: string): LocalWork {
  return entries.filter(lives).reduce((work, entry) => {
    const holds = entry.sent.filter(({ state }) => state !== 'refused');
    return holds.reduce((own, { act }) => applyCommand(own, act, { userId: who, at: entry.now }), work);
  }, base);
}
