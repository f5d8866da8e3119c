import fc from 'fast-check';
import type { LineFacts, ParcelFacts, TaskFacts } from '#contract/orders/facts';
import { BLOCKER_KINDS, type BlockerKind, PARCEL_STATES, TASK_KINDS } from '#contract/orders/statuses';

export const THEN = '2026-11-20T10:00:00.000Z';

const COUNTERS = {
  cancelled: 0,
  reserved: 0,
  listed: 0,
  printed: 0,
  short: 0,
  picked: 0,
  packed: 0,
  shipped: 0,
  returned: 0,
  received: 0,
  damaged: 0,
  putAway: 0,
  disposed: 0,
};

/** A line of so many pieces and what became of them. */
export const lineOf = (ordered: number, counters: Partial<LineFacts> = {}): LineFacts => ({
  id: 'line',
  ordered,
  ...COUNTERS,
  ...counters,
});

/** A parcel with all that its gates ask for; each test says what lacks. */
export const parcelOf = (state: ParcelFacts['state'], rest: Partial<ParcelFacts> = {}): ParcelFacts => ({
  id: 'parcel',
  state,
  weight: 1200,
  measured: true,
  labelled: true,
  swapped: false,
  ...rest,
});

/** An outbound task that just came in, unless said otherwise. */
export const taskOf = (rest: Partial<TaskFacts> = {}): TaskFacts => ({
  kind: 'outbound',
  deleted: false,
  blockers: [],
  closedAt: null,
  allocatedAt: null,
  unlinkedAt: null,
  arrivedAt: null,
  receiptClosedAt: null,
  preparedAt: null,
  underWayAt: null,
  partDoneAt: null,
  shipPartial: false,
  labelSource: 'own',
  dimensionsRequired: false,
  labelSwap: false,
  gatesForcedAt: null,
  lines: [],
  parcels: [],
  ...rest,
});

/** Two pieces in one closed parcel. */
export const packedTask = (parcel: Partial<ParcelFacts> = {}, rest: Partial<TaskFacts> = {}): TaskFacts =>
  taskOf({ allocatedAt: THEN, lines: [lineOf(2, { picked: 2, packed: 2 })], parcels: [parcelOf('closed', parcel)], ...rest });

/** Two pieces out in parcels that stand like this. */
export const shippedTask = (states: ParcelFacts['state'][] = ['handedOver'], rest: Partial<TaskFacts> = {}): TaskFacts =>
  taskOf({
    allocatedAt: THEN,
    lines: [lineOf(2, { picked: 2, packed: 2, shipped: 2 })],
    parcels: states.map((state) => parcelOf(state)),
    ...rest,
  });

const pieces = fc.nat({ max: 4 });
const instant = fc.constantFrom(null, null, THEN);
const lines = fc.array(
  fc.record({
    id: fc.uuid(),
    ordered: pieces,
    ...Object.fromEntries(Object.keys(COUNTERS).map((key) => [key, pieces])),
  }) as fc.Arbitrary<LineFacts>,
  { maxLength: 4 },
);
const parcels: fc.Arbitrary<ParcelFacts[]> = fc.array(
  fc.record({
    id: fc.uuid(),
    state: fc.constantFrom(...PARCEL_STATES),
    weight: fc.constantFrom(null, 900),
    measured: fc.boolean(),
    labelled: fc.boolean(),
    swapped: fc.boolean(),
  }),
  { maxLength: 3 },
);

/** Any facts at all, also ones that contradict each other. */
export const anyFacts: fc.Arbitrary<TaskFacts> = fc.record({
  kind: fc.constantFrom(...TASK_KINDS),
  deleted: fc.constantFrom(false, false, false, true),
  blockers: fc.oneof(fc.constant<BlockerKind[]>([]), fc.subarray([...BLOCKER_KINDS])),
  closedAt: fc.constantFrom(null, null, null, null, THEN),
  allocatedAt: instant,
  unlinkedAt: instant,
  arrivedAt: instant,
  receiptClosedAt: instant,
  preparedAt: instant,
  underWayAt: instant,
  partDoneAt: instant,
  shipPartial: fc.boolean(),
  labelSource: fc.constantFrom('own', 'foreign', 'none'),
  dimensionsRequired: fc.boolean(),
  labelSwap: fc.boolean(),
  gatesForcedAt: instant,
  lines,
  parcels,
});
