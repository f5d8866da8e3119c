import * as tally from './count-lines.ts';
import type { TaskFacts } from './facts.ts';
import { BLOCKER_KINDS, type BlockerKind, type ParcelState, type TaskKind, type TaskStatus } from './statuses.ts';

type Rule = { status: TaskStatus; when: (facts: TaskFacts) => boolean };

/** Groups the kinds of tasks that follow the same rules. */
export const FAMILIES = {
  outbound: 'outbound',
  transportLabel: 'label',
  inbound: 'inbound',
  retour: 'retour',
  container: 'service',
  transportQuote: 'service',
  collectRequest: 'service',
  collectOrder: 'service',
  internal: 'service',
} as const satisfies Record<TaskKind, string>;
type Family = (typeof FAMILIES)[TaskKind];

/** How far the carrier has moved a parcel. Failed and returning parcels count as with the carrier; their problem is shown as a blocker. */
const CARRIER_LEVEL: Partial<Record<ParcelState, number>> = { handedOver: 0, outForDelivery: 2, readyForPickup: 2, delivered: 3 };
const WITH_CARRIER = 1;
/**
 * Everything is shipped and even the least advanced parcel has reached this level. Without parcels there is no tracking: the task stays
 * shipped.
 */
const carried = (facts: TaskFacts, level: number): boolean => {
  const parcels = tally.liveParcels(facts);
  return tally.allOut(facts) && parcels.length > 0 && parcels.every(({ state }) => (CARRIER_LEVEL[state] ?? WITH_CARRIER) >= level);
};

const inHouse = (facts: TaskFacts) => tally.liveParcels(facts);
const someReturned = (facts: TaskFacts): boolean => tally.sum(facts, (line) => line.returned) > 0;
const partlyDone = (facts: TaskFacts, done: (line: TaskFacts['lines'][number]) => number): boolean =>
  tally.sum(facts, done) > 0 && facts.lines.some((line) => line.cancelled > 0 || done(line) < line.ordered);

/** From the last handover back to the first (domain 3.1, steps 8 to 13). */
const LEFT: Rule[] = [
  {
    status: 'retourReceived',
    when: (f) => someReturned(f) && tally.sum(f, (line) => line.returned) >= tally.sum(f, (line) => line.shipped),
  },
  { status: 'retourReceivedPartially', when: someReturned },
  { status: 'partiallyFinish', when: (f) => f.closedAt !== null && partlyDone(f, (line) => line.shipped) },
  { status: 'finish', when: (f) => f.closedAt !== null },
  { status: 'delivered', when: (f) => carried(f, 3) },
  { status: 'inDelivery', when: (f) => carried(f, 2) },
  { status: 'inTransit', when: (f) => carried(f, 1) },
  { status: 'shipped', when: tally.allOut },
  { status: 'shippedPartially', when: tally.somethingOut },
];

/** A gate is open while something is missing without which the parcel may not leave. A force skips all gates. */
const gate = (status: TaskStatus, lacks: (facts: TaskFacts) => boolean): Rule => ({
  status,
  when: (f) => tally.allPacked(f) && f.gatesForcedAt === null && lacks(f),
});
const lacksLabel = (facts: TaskFacts): boolean => inHouse(facts).some((parcel) => !parcel.labelled);
/** Parcels of a label-only task with a foreign label are not weighed by us. */
export const weighed = (facts: TaskFacts): boolean => facts.kind === 'outbound' || facts.labelSource === 'own';
/** Everything is in parcels, but a parcel is still open or none is recorded. A force does not skip an open parcel. */
const boxOpen = (facts: TaskFacts): boolean => {
  const parcels = inHouse(facts);
  return facts.kind === 'outbound' && (parcels.length === 0 || parcels.some(({ state }) => state === 'open'));
};

/**
 * An unlinked task returns to standby, also from a partial state (specification): picked or packed pieces are put back. Linking
 * goods again clears `unlinkedAt`.
 */
const UNLINKED: Rule = { status: 'standby', when: (f) => f.unlinkedAt !== null && !someReserved(f) };

/** Gates (domain 3.1, steps 14 to 16). */
const GATES: Rule[] = [
  { status: 'packingCompleted', when: (f) => tally.allPacked(f) && boxOpen(f) },
  { status: 'readyToShip', when: (f) => tally.allPacked(f) && inHouse(f).every(tally.isLoaded) },
  gate('weightNeeded', (f) => weighed(f) && inHouse(f).some((parcel) => parcel.weight === null)),
  gate('dimensionNeeded', (f) => weighed(f) && f.dimensionsRequired && inHouse(f).some((parcel) => !parcel.measured)),
  gate('shipmentLabelAwaits', (f) => f.labelSource === 'own' && lacksLabel(f)),
  gate('transportLabelAwaits', (f) => f.labelSource === 'foreign' && lacksLabel(f)),
  gate('readyToSwap', (f) => f.labelSwap && inHouse(f).some((parcel) => !parcel.swapped)),
  { status: 'packed', when: tally.allPacked },
];

const somePacked = (f: TaskFacts): boolean => tally.sum(f, tally.packed) > 0;
const somePicked = (f: TaskFacts): boolean => tally.sum(f, tally.picked) > 0;
const someReserved = (f: TaskFacts): boolean => tally.sum(f, (line) => line.reserved) > 0;
const onTable = (f: TaskFacts): boolean => f.lines.some((line) => tally.picked(line) > tally.packed(line));
/** A short piece stops the order until its replacement is on a picklist. */
const unlistedShort = (f: TaskFacts): boolean => f.lines.some((line) => tally.short(line) > 0) && !tally.covers(f, 'listed');

/**
 * Steps 17 to 24. The least advanced piece determines the status of an order, because that is where work is needed next: with one piece
 * only reserved among listed ones it is ready to pick, with one piece without stock it is out of stock. Two exceptions: with one piece in
 * a parcel it is partially packed, and once picking has begun the list counts as printed.
 */
const WORK: Rule[] = [
  // Everything is cancelled and nothing was shipped: no more picking.
  { status: 'inProcess', when: tally.nothingToSend },
  // A short piece among packed ones: the packer first packs what is on the table, then the missing piece is picked.
  { status: 'partiallyPacked', when: (f) => somePacked(f) && (onTable(f) || !unlistedShort(f)) },
  // If pieces are missing and nothing is picked or reserved, picking cannot help: the task is out of stock (below).
  { status: 'pickingNeeded', when: (f) => unlistedShort(f) && (somePicked(f) || someReserved(f)) },
  { status: 'readyToPack', when: (f) => somePicked(f) && f.lines.every((line) => tally.toPick(f, line) === 0) },
  { status: 'picklistPrinted', when: (f) => tally.covers(f, 'listed') && (tally.sum(f, (line) => line.printed) > 0 || somePicked(f)) },
  { status: 'inPicklist', when: (f) => tally.covers(f, 'listed') },
  { status: 'readyToPick', when: (f) => tally.covers(f, 'reserved') },
  { status: 'standby', when: (f) => f.unlinkedAt !== null },
  { status: 'outOfStock', when: (f) => f.allocatedAt !== null && f.lines.length > 0 },
];

/** Inbound and retour, from put-away backwards. */
const PUT_AWAY: Rule[] = [
  { status: 'partiallyFinish', when: (f) => f.closedAt !== null && partlyDone(f, tally.placed) },
  { status: 'finish', when: (f) => f.closedAt !== null },
];
const somePlaced = (f: TaskFacts): boolean => tally.sum(f, tally.placed) > 0;

const RULES: Record<Family, Rule[]> = {
  outbound: [...LEFT, UNLINKED, ...GATES, ...WORK],
  label: [
    ...LEFT,
    ...GATES,
    // A foreign label may determine the number of parcels. An own label cannot be bought before the parcels are known.
    { status: 'transportLabelAwaits', when: (f) => f.labelSource === 'foreign' },
  ],
  // While the receipt is open, the task is receiving, even if pieces were put away already. This includes a rolled back receipt.
  inbound: [
    ...PUT_AWAY,
    { status: 'receiving', when: (f) => f.receiptClosedAt === null && tally.hasArrived(f) },
    { status: 'receiptPending', when: (f) => f.receiptClosedAt === null },
    { status: 'inbounded', when: tally.allPlaced },
    { status: 'partiallyInbounded', when: somePlaced },
    { status: 'readyToInbound', when: (f) => f.preparedAt !== null && tally.received(f) > 0 },
    { status: 'received', when: () => true },
  ],
  // A retour does not wait for its receipt to be closed: each piece is inspected when it arrives. Its status follows the pieces that are left
  // to put away; a scrapped piece is not one of them.
  retour: [
    ...PUT_AWAY,
    { status: 'inbounded', when: (f) => tally.allPlaced(f) || tally.closedAndPlaced(f) },
    { status: 'partiallyInbounded', when: (f) => tally.sum(f, tally.shelved) > 0 },
    { status: 'readyToInbound', when: (f) => f.preparedAt !== null && tally.received(f) > 0 },
    { status: 'retourReceived', when: (f) => tally.received(f) > 0 && tally.notReceived(f) === 0 },
    { status: 'retourReceivedPartially', when: (f) => tally.received(f) > 0 },
    { status: 'receiving', when: (f) => f.arrivedAt !== null },
    { status: 'inTransit', when: (f) => f.underWayAt !== null },
    { status: 'receiptPending', when: () => true },
  ],
  service: [
    { status: 'finish', when: (f) => f.closedAt !== null },
    { status: 'partiallyFinish', when: (f) => f.partDoneAt !== null },
    { status: 'delivered', when: (f) => f.arrivedAt !== null },
    { status: 'inTransit', when: (f) => f.underWayAt !== null },
  ],
};

/** Blockers that may be raised and are shown even after the goods have left. */
const LATE_BLOCKERS: readonly BlockerKind[] = ['problematic', 'customerHandlingAwaits', 'manualHandlingAwaits'];

/** Whether nothing is left to stop: everything is shipped or put away, or the task is closed. */
export function isBeyondStops(facts: TaskFacts): boolean {
  if (facts.closedAt !== null) return true;
  switch (FAMILIES[facts.kind]) {
    case 'outbound':
    case 'label':
      return tally.allOut(facts);
    case 'inbound':
      return facts.receiptClosedAt !== null && tally.allPlaced(facts);
    case 'retour':
      return tally.allPlaced(facts);
    case 'service':
      return false;
  }
}

/** Whether a blocker of this kind is relevant now. Most blockers are no longer shown after the last handover. */
export const canBlock = (facts: TaskFacts, blocker: BlockerKind): boolean => LATE_BLOCKERS.includes(blocker) || !isBeyondStops(facts);

/** The open blockers that are shown. The first one determines the status. */
export const openBlockers = (facts: TaskFacts): BlockerKind[] =>
  BLOCKER_KINDS.filter((kind) => facts.blockers.includes(kind) && canBlock(facts, kind));

/** The status without blockers, to which the task returns when they are resolved. */
export const flowStatusOf = (facts: TaskFacts): TaskStatus =>
  RULES[FAMILIES[facts.kind]].find((rule) => rule.when(facts))?.status ?? 'inProcess';

/**
 * The shown status of a task (domain 3): the highest open blocker, otherwise the first matching rule of its family. A deleted task is not
 * listed; it keeps its status.
 */
export const statusOf = (facts: TaskFacts): TaskStatus => openBlockers(facts)[0] ?? flowStatusOf(facts);
