import type { CommandName } from './actions.ts';
import * as tally from './count-lines.ts';
import type { ParcelFacts, TaskFacts } from './facts.ts';
import { FAMILIES, flowStatusOf, openBlockers, weighed } from './status.ts';
import type { BlockerKind, TaskStatus } from './statuses.ts';

/** Work at a station or desk that is not a command. The screen links to it. `track` means waiting for the carrier. */
export const WORK_ACTIONS = [
  'receive',
  'prepare',
  'inspect',
  'putAway',
  'list',
  'print',
  'pick',
  'pack',
  'closeParcel',
  'weigh',
  'measure',
  'buyLabel',
  'uploadLabel',
  'swapLabel',
  'load',
  'handOver',
  'track',
] as const;
export type Work = (typeof WORK_ACTIONS)[number];
export const isWork = (name: string): name is Work => WORK_ACTIONS.some((work) => work === name);

/** Missing facts other than blockers, which use their own names. Each has a sentence in tasks.json, `missing`. */
export const MISSING_FACTS = [
  'goodsNotArrived',
  'notReceived',
  'receiptOpen',
  'differenceOpen',
  'notPrepared',
  'notInspected',
  'notPutAway',
  'notAllocated',
  'nothingWanted',
  'unlinked',
  'outOfStock',
  'notListed',
  'notPrinted',
  'notPicked',
  'piecesShort',
  'notPacked',
  'parcelMissing',
  'parcelOpen',
  'weightMissing',
  'sizeMissing',
  'ownLabelMissing',
  'ownLabelWaits',
  'foreignLabelMissing',
  'bookingMissing',
  'notSwapped',
  'notLoaded',
  'notHandedOver',
  'piecesNotShipped',
  'notMoved',
  'notDelivered',
  'notArrived',
  'workOpen',
  'partsOpen',
  'notSettled',
] as const;
type FactName = (typeof MISSING_FACTS)[number];

/**
 * One missing fact and the action that provides it. `params` fill the sentence: `count` pieces or parcels, or `parcel`, the number of a
 * parcel among those not void, counted from 1, with its `parcelId`. `action` is null if the fact follows from an earlier one without any
 * action. If `fact` is a blocker, pass it to `raise` and `resolve`.
 */
export type MissingFact = { fact: FactName | BlockerKind; params: Record<string, string | number>; action: CommandName | Work | null };
type MissingFactsOf = (facts: TaskFacts) => MissingFact[];

const missing =
  (fact: FactName, action: MissingFact['action']): MissingFactsOf =>
  () => [{ fact, params: {}, action }];
/** Omitted if the count is 0. */
const counted =
  (fact: FactName, action: MissingFact['action'], count: (facts: TaskFacts) => number): MissingFactsOf =>
  (facts) => {
    const n = count(facts);
    return n > 0 ? [{ fact, params: { count: n }, action }] : [];
  };
const each =
  (fact: FactName, action: MissingFact['action'], applies: (parcel: ParcelFacts, facts: TaskFacts) => boolean): MissingFactsOf =>
  (facts) =>
    tally
      .liveParcels(facts)
      .flatMap((parcel, i) => (applies(parcel, facts) ? [{ fact, params: { parcel: i + 1, parcelId: parcel.id }, action }] : []));
const both =
  (...parts: MissingFactsOf[]): MissingFactsOf =>
  (facts) =>
    parts.flatMap((part) => part(facts));
const only =
  (applies: (facts: TaskFacts) => boolean, then: MissingFactsOf, otherwise: MissingFactsOf): MissingFactsOf =>
  (facts) =>
    applies(facts) ? then(facts) : otherwise(facts);
const NOTHING: MissingFactsOf = () => [];

const isService = (facts: TaskFacts): boolean => FAMILIES[facts.kind] === 'service';
const isRetour = (facts: TaskFacts): boolean => facts.kind === 'retour';
const notSettled = missing('notSettled', 'finish');

// Inbound and retour

const counting: MissingFactsOf = only(
  (f) => f.receiptClosedAt === null,
  both(counted('notReceived', 'receive', tally.notReceived), missing('receiptOpen', 'closeReceipt')),
  counted('differenceOpen', 'acceptDifference', tally.notReceived),
);
/**
 * Announced pieces that did not arrive must be accepted before a task can be settled. If nothing arrived at all, only settling is left.
 */
const nothingCame = only((f) => tally.notReceived(f) > 0 || f.receiptClosedAt === null, counting, notSettled);
const orDifference = (otherwise: MissingFactsOf): MissingFactsOf => only((f) => tally.notReceived(f) > 0, counting, otherwise);
const placing = both(counted('notPutAway', 'putAway', tally.toPutAway), orDifference(NOTHING));

// Outbound

const missingStock = (f: TaskFacts): number => tally.sum(f, (line) => Math.max(0, tally.wanted(line) - line.picked - line.reserved));
const unpicked = (f: TaskFacts): number =>
  tally.sum(f, (line) => Math.min(line.reserved, Math.max(tally.wanted(line) - line.picked, tally.short(line), 0)));
const toBePicked = counted('notPicked', 'pick', unpicked);
const notPicked = both(toBePicked, counted('outOfStock', 'updateStatusByInventory', missingStock));
const piecesShort: MissingFactsOf = only(
  (f) => f.lines.some((line) => tally.short(line) > line.reserved),
  counted('piecesShort', 'acceptShort', (f) => tally.sum(f, tally.short)),
  counted('piecesShort', 'pick', (f) => tally.sum(f, tally.short)),
);
const notPacked = counted('notPacked', 'pack', (f) => tally.sum(f, (line) => Math.max(0, tally.picked(line) - tally.packed(line))));
const notListed = counted('notListed', 'list', (f) =>
  tally.sum(f, (line) => Math.max(0, Math.min(line.reserved, tally.toPick(f, line)) - line.listed)),
);

const toWeigh = (parcel: ParcelFacts, f: TaskFacts): boolean => weighed(f) && parcel.weight === null;
const toMeasure = (parcel: ParcelFacts, f: TaskFacts): boolean => weighed(f) && f.dimensionsRequired && !parcel.measured;
/** Own labels are bought automatically once the data of the parcel is complete. Before that they cannot be bought. */
const unbought = (parcel: ParcelFacts, f: TaskFacts): boolean => f.labelSource === 'own' && !parcel.labelled;
const isKnown = (parcel: ParcelFacts, f: TaskFacts): boolean => !toWeigh(parcel, f) && !toMeasure(parcel, f);

/** All open gates, not only the one that determines the status, so that the packer can resolve them together. */
const gates = both(
  each('weightMissing', 'weigh', toWeigh),
  each('sizeMissing', 'measure', toMeasure),
  each('ownLabelMissing', 'buyLabel', (parcel, f) => unbought(parcel, f) && isKnown(parcel, f)),
  each('ownLabelWaits', null, (parcel, f) => unbought(parcel, f) && !isKnown(parcel, f)),
  each('foreignLabelMissing', 'uploadLabel', (parcel, f) => f.labelSource === 'foreign' && !parcel.labelled),
  each('notSwapped', 'swapLabel', (parcel, f) => f.labelSwap && !parcel.swapped),
);
const noParcel = (f: TaskFacts): boolean => tally.liveParcels(f).length === 0;
const closing = only(
  noParcel,
  missing('parcelMissing', 'pack'),
  both(
    each('parcelOpen', 'closeParcel', ({ state }) => state === 'open'),
    gates,
  ),
);
const notOut = (f: TaskFacts): number => tally.liveParcels(f).filter((parcel) => !tally.isOut(parcel)).length;
const leaving: MissingFactsOf = both(
  counted('notHandedOver', 'handOver', notOut),
  only(
    (f) => f.kind === 'transportLabel',
    NOTHING,
    only(
      tally.allPacked,
      counted('piecesNotShipped', 'handOver', (f) => tally.sum(f, (line) => Math.max(0, tally.wanted(line) - line.shipped))),
      both(notPacked, notPicked),
    ),
  ),
);
const tracked = (fact: FactName): MissingFactsOf =>
  only(isService, missing('notArrived', 'markArrived'), only(isRetour, missing('goodsNotArrived', 'receive'), missing(fact, 'track')));
const returned: MissingFactsOf = only(
  isRetour,
  both(missing('notInspected', 'inspect'), orDifference(NOTHING)),
  // Goods came back although no shipment was booked: their parcel was never recorded.
  only(
    tally.allOut,
    notSettled,
    only((f) => leaving(f).length > 0, leaving, missing('parcelMissing', 'pack')),
  ),
);

/** What is missing in each status, without blockers. */
const BY_STATUS: Record<Exclude<TaskStatus, BlockerKind>, MissingFactsOf> = {
  receiptPending: missing('goodsNotArrived', 'receive'),
  receiving: nothingCame,
  received: only((f) => tally.received(f) > 0, both(missing('notPrepared', 'prepare'), counting), nothingCame),
  readyToInbound: placing,
  partiallyInbounded: placing,
  // The pieces of a return that came are put away; others may not have come.
  inbounded: orDifference(notSettled),
  inProcess: only(
    isService,
    missing('workOpen', 'finish'),
    only(
      tally.nothingToSend,
      missing('nothingWanted', 'finish'),
      only(
        (f) => f.kind === 'transportLabel' || f.lines.length === 0,
        missing('parcelMissing', 'pack'),
        missing('notAllocated', 'updateStatusByInventory'),
      ),
    ),
  ),
  outOfStock: counted('outOfStock', 'updateStatusByInventory', missingStock),
  standby: missing('unlinked', 'shipOutPlease'),
  readyToPick: notListed,
  inPicklist: both(missing('notPrinted', 'print'), notPicked),
  picklistPrinted: notPicked,
  pickingNeeded: piecesShort,
  readyToPack: both(notPacked, notPicked),
  // An order that may be shipped in parts need not wait for stock: `shipOutPlease` sends what is in parcels.
  partiallyPacked: both(
    notPacked,
    only((f) => f.shipPartial, both(toBePicked, counted('outOfStock', 'shipOutPlease', missingStock)), notPicked),
  ),
  packingCompleted: closing,
  weightNeeded: gates,
  dimensionNeeded: gates,
  shipmentLabelAwaits: gates,
  transportLabelAwaits: only(noParcel, missing('bookingMissing', 'uploadLabel'), gates),
  readyToSwap: gates,
  packed: counted('notLoaded', 'load', (f) => tally.liveParcels(f).filter((parcel) => !tally.isLoaded(parcel)).length),
  readyToShip: counted('notHandedOver', 'handOver', notOut),
  shippedPartially: leaving,
  shipped: missing('notMoved', 'track'),
  inTransit: tracked('notDelivered'),
  inDelivery: tracked('notDelivered'),
  delivered: notSettled,
  retourReceived: returned,
  retourReceivedPartially: returned,
  partiallyFinish: missing('partsOpen', 'finish'),
  finish: NOTHING,
};

const leaves = (facts: TaskFacts): boolean => FAMILIES[facts.kind] === 'outbound' || FAMILIES[facts.kind] === 'label';
/**
 * The command that ends each blocker. A merchant ends a hold or a question with `shipOutPlease`; inbound tasks and services only have
 * `resolve`.
 */
const ENDS: Record<BlockerKind, (facts: TaskFacts) => CommandName> = {
  cancelRequested: () => 'acceptCancel',
  hold: (f) => (leaves(f) ? 'shipOutPlease' : 'resolve'),
  problematic: () => 'resolve',
  wrongAddress: (f) => (leaves(f) ? 'correctAddress' : 'resolve'),
  customerHandlingAwaits: () => 'resolve',
  manualHandlingAwaits: () => 'resolve',
};

/**
 * Why a task does not continue (peers.md 2.5): its blockers, then every fact the next step needs, each with the action that provides it.
 * Empty only for a settled or deleted task without open blockers.
 */
export function missingFacts(facts: TaskFacts): MissingFact[] {
  if (facts.deleted) return [];
  const blockers = openBlockers(facts).map((kind): MissingFact => ({ fact: kind, params: {}, action: ENDS[kind](facts) }));
  if (facts.closedAt !== null) return blockers;
  const status = flowStatusOf(facts) as keyof typeof BY_STATUS;
  return [...blockers, ...BY_STATUS[status](facts)];
}
