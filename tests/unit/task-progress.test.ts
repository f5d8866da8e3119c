import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LineFacts, ParcelFacts, TaskFacts } from '#contract/orders/facts';
import { statusOf } from '#contract/orders/status';
import type { TaskStatus } from '#contract/orders/statuses';
import { lineOf, parcelOf, THEN, taskOf } from '../support/task-facts.ts';

/** The way of an order through the house, from `domain` 3.1 read backwards. */
const WAY: TaskStatus[] = [
  'inProcess',
  'outOfStock',
  'readyToPick',
  'inPicklist',
  'picklistPrinted',
  'readyToPack',
  'partiallyPacked',
  'packingCompleted',
  'weightNeeded',
  'dimensionNeeded',
  'shipmentLabelAwaits',
  'transportLabelAwaits',
  'readyToSwap',
  'packed',
  'readyToShip',
  'shippedPartially',
  'shipped',
  'inTransit',
  'inDelivery',
  'delivered',
  'retourReceivedPartially',
  'retourReceived',
];
const WAY_IN: TaskStatus[] = ['receiptPending', 'receiving', 'received', 'readyToInbound', 'partiallyInbounded', 'inbounded', 'finish'];

type Step<T> = (subject: T) => T | null;
const when = <T>(possible: boolean, next: T): T | null => (possible ? next : null);

/** What can happen to one piece of a line, each step only on what the one before left. */
const PIECE: Step<LineFacts>[] = [
  (l) => when(l.reserved + l.picked < l.ordered, { ...l, reserved: l.reserved + 1 }),
  (l) => when(l.listed < l.reserved, { ...l, listed: l.listed + 1 }),
  (l) => when(l.printed < l.listed, { ...l, printed: l.printed + 1 }),
  (l) => when(l.printed > 0, { ...l, reserved: l.reserved - 1, listed: l.listed - 1, printed: l.printed - 1, picked: l.picked + 1 }),
  (l) => when(l.packed < l.picked, { ...l, packed: l.packed + 1 }),
];

const CARRIER: ParcelFacts['state'][] = ['handedOver', 'inTransit', 'outForDelivery', 'delivered'];
const PARCEL: Step<ParcelFacts>[] = [
  (p) => when(p.state === 'open', { ...p, state: 'closed' }),
  (p) => when(p.state === 'closed' && p.weight === null, { ...p, weight: 900 }),
  (p) => when(p.state === 'closed' && !p.measured, { ...p, measured: true }),
  (p) => when(p.state === 'closed' && p.weight !== null && p.measured, { ...p, labelled: true, state: 'labelled' }),
  (p) => when(p.state === 'labelled', { ...p, swapped: true, state: 'swapped' }),
  (p) => when(p.state === 'swapped', { ...p, state: 'loaded' }),
  (p) => when(CARRIER.includes(p.state) && p.state !== 'delivered', { ...p, state: CARRIER[CARRIER.indexOf(p.state) + 1] ?? 'delivered' }),
];

/** Takes the first of the steps, from the drawn one on, that something allows; null when nothing is left to do. */
function advance<T>(subjects: T[], steps: Step<T>[], draw: number): T[] | null {
  const tries = subjects.flatMap((subject, i) => steps.map((step) => ({ i, next: step(subject) })));
  for (let k = 0; k < tries.length; k++) {
    const { i, next } = tries[(k + draw) % tries.length]!;
    if (next) return subjects.map((subject, at) => (at === i ? next : subject));
  }
  return null;
}

/** Hands over a loaded parcel; with the last one the last pieces leave. */
function handOver(facts: TaskFacts): TaskFacts | null {
  const at = facts.parcels.findIndex((parcel) => parcel.state === 'loaded');
  if (at < 0) return null;
  const parcels = facts.parcels.map((parcel, i): ParcelFacts => (i === at ? { ...parcel, state: 'handedOver' } : parcel));
  const last = parcels.every((parcel) => CARRIER.includes(parcel.state));
  return { ...facts, parcels, lines: facts.lines.map((line) => ({ ...line, shipped: last ? line.ordered : Math.min(1, line.ordered) })) };
}

function next(facts: TaskFacts, draw: number): TaskFacts | null {
  const moved = advance(facts.lines, PIECE, draw);
  if (moved) return { ...facts, lines: moved };
  const carried = draw % 3 === 0 ? handOver(facts) : null;
  if (carried) return carried;
  const parcels = advance(facts.parcels, PARCEL, draw);
  return parcels ? { ...facts, parcels } : handOver(facts);
}

const draws = fc.array(fc.nat({ max: 97 }), { minLength: 120, maxLength: 120 });

it('work on an order never moves it backwards, in whatever order pieces and parcels are worked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('own', 'foreign', 'none'),
      fc.boolean(),
      draws,
      (ordered, boxes, labelSource, strict, drawn) => {
        let facts: TaskFacts = taskOf({
          allocatedAt: THEN,
          labelSource,
          dimensionsRequired: strict,
          labelSwap: strict,
          lines: ordered.map((pieces) => lineOf(pieces)),
          parcels: Array.from({ length: boxes }, () => parcelOf('open', { weight: null, measured: false, labelled: false })),
        });
        for (const draw of drawn) {
          const after = next(facts, draw);
          if (!after) break;
          expect(WAY.indexOf(statusOf(after))).toBeGreaterThanOrEqual(WAY.indexOf(statusOf(facts)));
          facts = after;
        }
        expect(statusOf(facts)).toBe('delivered');
      },
    ),
  );
});

it('receiving, preparing and putting away never move a delivery backwards', () => {
  const steps: Step<TaskFacts>[] = [
    (f) => when(f.arrivedAt === null, { ...f, arrivedAt: THEN }),
    (f) => when(f.arrivedAt !== null && f.lines.every((l) => l.received === l.ordered), { ...f, receiptClosedAt: THEN }),
    (f) => when(f.receiptClosedAt !== null, { ...f, preparedAt: THEN }),
    (f) => {
      const lines = f.arrivedAt && advance(f.lines, [(l) => when(l.received < l.ordered, { ...l, received: l.received + 1 })], 0);
      return lines ? { ...f, lines } : null;
    },
    (f) => {
      const lines = advance(f.lines, [(l) => when(l.putAway < l.received, { ...l, putAway: l.putAway + 1 })], 0);
      return lines ? { ...f, lines } : null;
    },
  ];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }), draws, (ordered, drawn) => {
      let facts = taskOf({ kind: 'inbound', lines: ordered.map((pieces) => lineOf(pieces)) });
      for (const draw of drawn) {
        const after = steps[draw % steps.length]!(facts) ?? facts;
        expect(WAY_IN.indexOf(statusOf(after))).toBeGreaterThanOrEqual(WAY_IN.indexOf(statusOf(facts)));
        facts = after;
      }
    }),
  );
});
