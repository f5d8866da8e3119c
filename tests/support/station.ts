import { expect } from 'vitest';
import type { z } from 'zod';
import { COMMANDS, type Command } from '#contract/core/barcode/kontor-codes';
import type { Profile, ScanCommand } from '#contract/scanning/commands';
import type { Code, StationState, Step } from '#contract/scanning/station/state';
import { startStation } from '#contract/scanning/station/state-updates';
import { view } from '#contract/scanning/station/station-view';
import { press, step } from '#contract/scanning/station/step';
import { Work } from '#contract/scanning/work';

type Given = z.input<typeof Work>;
type Row<K extends keyof Given> = Given[K] extends (infer T)[] ? T : never;

/** Ids that read as what they are: `id('i', 1)` is always the same. */
export const id = (kind: string, n: number): string =>
  `00000000-0000-7000-8000-${(kind.charCodeAt(0) * 1_000_000 + n).toString().padStart(12, '0')}`;

export const ME = id('u', 1);
export const OTHER = id('u', 2);
export const [M1, M2] = [id('m', 1), id('m', 2)];
export const PLACES = {
  dock: id('p', 1),
  a: id('p', 2),
  b: id('p', 3),
  blocked: id('p', 4),
  foreign: id('p', 5),
  cart: id('p', 6),
  table: id('p', 7),
};

export const item = (n: number, rest: Partial<Row<'items'>> = {}): Row<'items'> => ({
  id: id('i', n),
  merchantId: M1,
  sku: `SKU-${n}`,
  name: `Thing ${n}`,
  image: null,
  kind: 'physical',
  serialMode: 'none',
  serialPattern: '',
  lotMode: false,
  expires: false,
  weight: null,
  ...rest,
});
type Line = Row<'tasks'>['lines'][number];
export const line = (n: number, itemNo: number, ordered: number, rest: Partial<Line> = {}): Line => ({
  id: id('l', n),
  itemId: id('i', itemNo),
  sku: `SKU-${itemNo}`,
  ordered,
  cancelled: 0,
  picked: 0,
  packed: 0,
  received: 0,
  putAway: 0,
  ...rest,
});
type Parcel = Row<'tasks'>['parcels'][number];
export const parcel = (n: number, rest: Partial<Parcel> = {}): Parcel => ({
  id: id('c', n),
  no: `P-${n}`,
  state: 'labelled',
  trackingNo: `TRACK${n}`,
  carrier: 'DHL',
  loadingListId: null,
  ...rest,
});
export const task = (n: number, lines: Line[], rest: Partial<Row<'tasks'>> = {}): Row<'tasks'> => ({
  id: id('t', n),
  no: `T-${n}`,
  kind: 'outbound',
  status: 'readyToPack',
  merchantId: M1,
  refOrderId: `REF-${n}`,
  codes: [],
  lies: [],
  blockers: [],
  priority: 'normal',
  lines,
  parcels: [],
  weightNeeded: false,
  dimensionsNeeded: false,
  ...rest,
});
type PickLine = Row<'picklists'>['lines'][number];
export const pickLine = (
  n: number,
  taskNo: number,
  lineNo: number,
  itemNo: number,
  placeId: string,
  qty: number,
  rest: Partial<PickLine> = {},
): PickLine => ({
  id: id('k', n),
  taskId: id('t', taskNo),
  taskNo: `T-${taskNo}`,
  lineId: id('l', lineNo),
  itemId: id('i', itemNo),
  placeId,
  placeCode: placeId === PLACES.a ? 'A-01-1' : 'B-02-3',
  lot: '',
  qty,
  picked: 0,
  short: 0,
  seq: n,
  ...rest,
});
export const picklist = (n: number, lines: PickLine[]): Row<'picklists'> => ({
  id: id('q', n),
  no: `PL-${n}`,
  state: 'printed',
  kind: 'batch',
  lines,
});
export const stock = (itemNo: number, placeId: string, qty: number, rest: Partial<Row<'stock'>> = {}): Row<'stock'> => ({
  itemId: id('i', itemNo),
  placeId,
  lot: '',
  expiry: null,
  serial: '',
  condition: 'good',
  qty,
  free: qty,
  ...rest,
});

const place = (placeId: string, code: string, kind: string, rest: Partial<Row<'places'>> = {}): Row<'places'> => ({
  id: placeId,
  code,
  kind,
  merchantId: null,
  blocked: false,
  ...rest,
});

/** A small house: a dock, two shelves, a blocked one, one of the other merchant, a cart and the station's table. */
export const work = (profile: Profile, rest: Partial<Given> = {}): Work =>
  Work.parse({
    profile,
    at: '2026-03-02T08:00:00Z',
    station: { id: id('s', 1), code: 'ST-1', placeId: PLACES.table },
    items: [item(1), item(2)],
    codes: [
      { code: '4006381333931', itemId: id('i', 1), qty: 1 },
      { code: 'CARTON-1', itemId: id('i', 1), qty: 6 },
    ],
    places: [
      place(PLACES.dock, 'DOCK', 'dock'),
      place(PLACES.a, 'A-01-1', 'shelf'),
      place(PLACES.b, 'B-02-3', 'shelf'),
      place(PLACES.blocked, 'X-01-1', 'shelf', { blocked: true }),
      place(PLACES.foreign, 'M2-01', 'shelf', { merchantId: M2 }),
      place(PLACES.cart, 'CART-1', 'cart'),
      place(PLACES.table, 'TABLE', 'pack'),
    ],
    tasks: [],
    picklists: [],
    stock: [],
    units: [],
    counts: [],
    loadingLists: [],
    partial: false,
    ...rest,
  });

const isCommand = (text: string): text is Command => (COMMANDS as readonly string[]).includes(text);
export const codeOf = (text: string): Code =>
  isCommand(text) ? { raw: text, kind: 'command', command: text } : { raw: text, kind: 'plain' };

/** A worker at a station: `scan` says what is read, and optionally what has to be said to it. */
export class Worker {
  state: StationState;
  acts: { scanId: string; act: ScanCommand }[] = [];
  #made = 0;

  constructor(own: Work) {
    this.state = startStation(own, ME);
  }

  read(code: Code): Step {
    const minute = String(this.#made % 60).padStart(2, '0');
    const done = step(this.state, { code, ids: () => id('z', ++this.#made), now: `2026-03-02T10:${minute}:00Z` });
    this.state = done.state;
    this.acts.push(...done.commands);
    return done;
  }

  /** The sentence's own name, without its family: `picked`, `tooMany`. */
  say(code: string | Code): string {
    return this.read(typeof code === 'string' ? codeOf(code) : code).verdict.say.replace(/^scan\.\w+\./, '');
  }

  scan(...dialogue: [code: string | Code, said: string][]): this {
    for (const [code, said] of dialogue) expect([code, this.say(code)]).toEqual([code, said]);
    return this;
  }

  get view(): ReturnType<typeof view> {
    return view(this.state);
  }

  /** The acts that book something; refused scans are kept as `log`. */
  get booked(): ScanCommand[] {
    return this.acts.map(({ act }) => act).filter((act) => act.do !== 'log');
  }
}

/** What stands in the ledger once every scan is booked: pieces by line. */
export const ledger = (worker: Worker): Record<string, number> => {
  const taken = new Set(worker.booked.flatMap((act) => (act.do === 'undo' ? [act.scanId] : [])));
  const sums: Record<string, number> = {};
  for (const { scanId, act } of worker.acts) {
    if (taken.has(scanId) || !('qty' in act)) continue;
    const key =
      act.do === 'pick' || act.do === 'short'
        ? `${act.do} ${act.picklistLineId}`
        : act.do === 'receive'
          ? `${act.lineId} ${act.lot}`
          : act.do;
    sums[key] = (sums[key] ?? 0) + act.qty;
  }
  return sums;
};

/** Figures by the keys of the screen. */
export const keys = (worker: Worker, figures: string): Worker => {
  for (const key of figures) worker.state = press(worker.state, key);
  return worker;
};

const [walkTasks, walkLines] = [
  [task(1, [line(1, 1, 4), line(2, 2, 2)]), task(2, [line(3, 2, 4)])],
  [pickLine(1, 1, 1, 1, PLACES.a, 4), pickLine(2, 1, 2, 2, PLACES.b, 2), pickLine(3, 2, 3, 2, PLACES.b, 4)],
];
/** A walk over two places: four of an item, then six of another for two orders. */
export const WALK = { tasks: walkTasks, lines: walkLines };
export const walker = (rest: Partial<Given> = {}): Worker =>
  new Worker(work('pickingScan', { tasks: walkTasks, picklists: [picklist(1, walkLines)], ...rest }));
export const atFirst = (rest: Partial<Given> = {}): Worker => walker(rest).scan(['PL-1', 'opened'], ['A-01-1', 'placeSet']);
