import type { LineFacts, ParcelFacts, TaskFacts } from './facts.ts';
import { PARCEL_STATES } from './statuses.ts';

/** Sums shared by several rules. They cover all lines or parcels, so the order of these does not matter. */
export const sum = (facts: TaskFacts, of: (line: LineFacts) => number): number => facts.lines.reduce((all, line) => all + of(line), 0);

/** Pieces still expected on a line: ordered or announced pieces minus cancelled ones. */
export const wanted = (line: LineFacts): number => Math.max(0, line.ordered - line.cancelled);
const nothingWanted = (facts: TaskFacts): boolean => facts.lines.every((line) => wanted(line) === 0);

// Outbound: parcels

export const liveParcels = (facts: TaskFacts): ParcelFacts[] => facts.parcels.filter((parcel) => parcel.state !== 'void');
const LOADED = PARCEL_STATES.indexOf('loaded');
const HANDED_OVER = PARCEL_STATES.indexOf('handedOver');
export const isLoaded = (parcel: ParcelFacts): boolean => PARCEL_STATES.indexOf(parcel.state) >= LOADED;
export const isOut = (parcel: ParcelFacts): boolean => PARCEL_STATES.indexOf(parcel.state) >= HANDED_OVER;

// Outbound: pieces

export const somethingOut = (facts: TaskFacts): boolean => sum(facts, (line) => line.shipped) > 0 || liveParcels(facts).some(isOut);
/** All pieces that are not cancelled have been shipped. A label-only task has no pieces; its parcels decide. */
export const allOut = (facts: TaskFacts): boolean =>
  somethingOut(facts) &&
  liveParcels(facts).every(isOut) &&
  (facts.kind === 'transportLabel' || facts.lines.every((line) => line.shipped >= wanted(line)));

/** Every wanted piece is in a parcel. A task without pieces (label-only, a pallet without lines) is packed when it has a parcel. */
export const allPacked = (facts: TaskFacts): boolean =>
  facts.kind === 'transportLabel' || facts.lines.length === 0
    ? liveParcels(facts).length > 0
    : !nothingWanted(facts) && facts.lines.every((line) => line.packed >= wanted(line));

/** Picked or packed pieces that the order needs. Pieces cancelled after the pick are waiting for put-back and do not count. */
export const picked = (line: LineFacts): number => Math.min(line.picked, wanted(line));
export const packed = (line: LineFacts): number => Math.min(line.packed, wanted(line));

/** Missing or broken pieces that have not been replaced yet. */
export const short = (line: LineFacts): number => Math.min(line.short, wanted(line) - packed(line));
/**
 * Pieces of a line that must still be picked. An order that may be shipped in parts needs only what is reserved for it; the rest is
 * back-ordered. A short piece counts whether or not it was subtracted from `picked`.
 */
export const toPick = (facts: TaskFacts, line: LineFacts): number => {
  const due = facts.shipPartial ? Math.min(wanted(line), line.picked + line.reserved) : wanted(line);
  return Math.max(0, due - line.picked, short(line));
};
/** Whether the counter is at least the quantity to pick on every line. */
export const covers = (facts: TaskFacts, counter: 'reserved' | 'listed'): boolean =>
  facts.lines.every((line) => line[counter] >= toPick(facts, line)) &&
  sum(facts, (line) => Math.min(line[counter], toPick(facts, line))) > 0;
export const nothingToSend = (facts: TaskFacts): boolean =>
  facts.kind !== 'transportLabel' && facts.lines.length > 0 && nothingWanted(facts);

// Inbound and retour

export const received = (facts: TaskFacts): number => sum(facts, (line) => line.received);
/** Received pieces that are settled: put away, scrapped, or sent back to the merchant. */
export const placed = (line: LineFacts): number => Math.min(line.received, line.putAway + line.disposed);
/** Received pieces that are on their shelves. A scrapped piece is settled, but not put away. */
export const shelved = (line: LineFacts): number => Math.min(line.received, line.putAway);
/** Whether goods have arrived. A counted piece proves the arrival even if it was not recorded. Services do not count pieces. */
export const hasArrived = (facts: TaskFacts): boolean =>
  facts.arrivedAt !== null || ((facts.kind === 'inbound' || facts.kind === 'retour') && received(facts) > 0);
/** Pieces that were announced but neither counted nor accepted as missing. */
export const notReceived = (facts: TaskFacts): number => sum(facts, (line) => Math.max(0, wanted(line) - line.received));
export const toPutAway = (facts: TaskFacts): number => sum(facts, (line) => Math.max(0, line.received - placed(line)));
/** The count is closed and none of the pieces that came is left to put away, although others may have been announced. */
export const closedAndPlaced = (facts: TaskFacts): boolean =>
  facts.receiptClosedAt !== null && received(facts) > 0 && toPutAway(facts) === 0;
/** Everything announced or counted is put away. At least one piece must have been placed: an empty delivery is settled, not put away. */
export const allPlaced = (facts: TaskFacts): boolean =>
  sum(facts, placed) > 0 && facts.lines.every((line) => placed(line) >= Math.max(line.received, wanted(line)));
