import type { LineFacts, ParcelFacts, TaskFacts } from './facts.ts';
import { PARCEL_STATES } from './statuses.ts';

/** What several rules count alike. Every answer is taken over all lines or parcels, so their order never matters. */
export const sum = (facts: TaskFacts, of: (line: LineFacts) => number): number => facts.lines.reduce((all, line) => all + of(line), 0);

/** Pieces that are still expected of a line: ordered or announced, less what nobody waits for any more. */
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
/** Everything not cancelled has left the house. A label-only task has no pieces of ours; its parcels alone decide. */
export const allOut = (facts: TaskFacts): boolean =>
  somethingOut(facts) &&
  liveParcels(facts).every(isOut) &&
  (facts.kind === 'transportLabel' || facts.lines.every((line) => line.shipped >= wanted(line)));

/** Every wanted piece is in a parcel. What has no pieces of ours (label-only, a pallet without lines) is packed once it has a parcel. */
export const allPacked = (facts: TaskFacts): boolean =>
  facts.kind === 'transportLabel' || facts.lines.length === 0
    ? liveParcels(facts).length > 0
    : !nothingWanted(facts) && facts.lines.every((line) => line.packed >= wanted(line));

/** Picked or packed pieces that serve the order; one that was cancelled after its pick waits for put-back and does not count. */
export const picked = (line: LineFacts): number => Math.min(line.picked, wanted(line));
export const packed = (line: LineFacts): number => Math.min(line.packed, wanted(line));

/** Missing or broken pieces that still matter: those already replaced in a parcel do not. */
export const short = (line: LineFacts): number => Math.min(line.short, wanted(line) - packed(line));
/**
 * Pieces of a line that a picker still has to fetch. An order that may leave in parts waits only for what is held for it; the rest is
 * back-ordered. A short piece counts whether or not it was taken off `picked`.
 */
export const toPick = (facts: TaskFacts, line: LineFacts): number => {
  const due = facts.shipPartial ? Math.min(wanted(line), line.picked + line.reserved) : wanted(line);
  return Math.max(0, due - line.picked, short(line));
};
/** Whether a counter reaches what is to be picked, on every line. */
export const covers = (facts: TaskFacts, counter: 'reserved' | 'listed'): boolean =>
  facts.lines.every((line) => line[counter] >= toPick(facts, line)) &&
  sum(facts, (line) => Math.min(line[counter], toPick(facts, line))) > 0;
export const nothingToSend = (facts: TaskFacts): boolean =>
  facts.kind !== 'transportLabel' && facts.lines.length > 0 && nothingWanted(facts);

// Inbound and retour

export const received = (facts: TaskFacts): number => sum(facts, (line) => line.received);
/** Received pieces that found their end: on a shelf, scrapped, or sent back to the merchant. */
export const placed = (line: LineFacts): number => Math.min(line.received, line.putAway + line.disposed);
/** A counted piece is here, whether or not somebody noted the arrival. Services count no pieces. */
export const hasArrived = (facts: TaskFacts): boolean =>
  facts.arrivedAt !== null || ((facts.kind === 'inbound' || facts.kind === 'retour') && received(facts) > 0);
/** Announced and not accepted as missing, but not counted. */
export const notReceived = (facts: TaskFacts): number => sum(facts, (line) => Math.max(0, wanted(line) - line.received));
export const toPutAway = (facts: TaskFacts): number => sum(facts, (line) => Math.max(0, line.received - placed(line)));
/** Everything announced or counted is in its place. Something must have come: an empty delivery is settled, not put away. */
export const allPlaced = (facts: TaskFacts): boolean =>
  sum(facts, placed) > 0 && facts.lines.every((line) => placed(line) >= Math.max(line.received, wanted(line)));
