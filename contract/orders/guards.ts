import * as tally from './count-lines.ts';
import type { TaskFacts } from './facts.ts';
import { canBlock, FAMILIES, flowStatusOf, isBeyondStops, openBlockers } from './status.ts';
import type { BlockerKind, TaskKind, TaskStatus } from './statuses.ts';

/** Reasons for which a command is refused. Each has a sentence in three languages (tasks.json, `refusals`). */
export const REFUSALS = [
  'deleted',
  'closed',
  'notClosed',
  'wrongKind',
  'allShipped',
  'allPutAway',
  'nothingShipped',
  'allReturned',
  'alreadyArrived',
  'alreadyUnderWay',
  'nothingArrived',
  'alreadyPacked',
  'nothingToRelease',
  'cancelPending',
  'noCancelRequest',
  'decideCancel',
  'blockerNotOpen',
  'blocked',
  'noGate',
  'nothingShort',
  'receiptOpen',
  'receiptClosed',
  'noDifference',
  'workLeft',
] as const;
export type RefusalKey = (typeof REFUSALS)[number];

/** Returns null if the command is allowed. */
export type Guard = (facts: TaskFacts, blocker?: BlockerKind) => RefusalKey | null;
/** Returns the refusal of the first guard that refuses. */
export const all =
  (...guards: Guard[]): Guard =>
  (facts, blocker) => {
    for (const guard of guards) {
      const refusal = guard(facts, blocker);
      if (refusal) return refusal;
    }
    return null;
  };
export const refuse =
  (key: RefusalKey, applies: (facts: TaskFacts) => boolean): Guard =>
  (facts) =>
    applies(facts) ? key : null;

export const family = (facts: TaskFacts) => FAMILIES[facts.kind];
export const leaves = (facts: TaskFacts): boolean => family(facts) === 'outbound' || family(facts) === 'label';
const arrives = (facts: TaskFacts): boolean => family(facts) === 'inbound' || family(facts) === 'retour';
export const onlyFor = (...kinds: TaskKind[]): Guard => refuse('wrongKind', (facts) => !kinds.includes(facts.kind));

export const alive = refuse('deleted', (facts) => facts.deleted);
export const open = all(
  alive,
  refuse('closed', (facts) => facts.closedAt !== null),
);
/** Before the last hand-over, or before the last piece is on its shelf. */
export const stoppable = all(
  open,
  refuse('allShipped', (facts) => leaves(facts) && isBeyondStops(facts)),
  refuse('allPutAway', (facts) => arrives(facts) && isBeyondStops(facts)),
);
export const requestCancel = all(
  stoppable,
  refuse('alreadyArrived', (facts) => !leaves(facts) && tally.hasArrived(facts)),
);

export const RELEASABLE: readonly TaskStatus[] = [
  'hold',
  'standby',
  'outOfStock',
  'wrongAddress',
  'customerHandlingAwaits',
  'partiallyPacked',
  'pickingNeeded',
];
export const PACKED: readonly TaskStatus[] = ['packed', 'readyToShip', 'shippedPartially', 'retourReceived', 'retourReceivedPartially'];
export const GATES: readonly TaskStatus[] = [
  'weightNeeded',
  'dimensionNeeded',
  'shipmentLabelAwaits',
  'transportLabelAwaits',
  'readyToSwap',
];
export const flowIn =
  (statuses: readonly TaskStatus[]) =>
  (facts: TaskFacts): boolean =>
    statuses.includes(flowStatusOf(facts));

/** Hold and cancellation follow the rules of their own commands. Other blockers may be raised while they would be shown. */
export const raise: Guard = (facts, blocker) => {
  if (blocker === 'cancelRequested') return requestCancel(facts);
  if (blocker === undefined) return alive(facts);
  if (blocker === 'wrongAddress' && !leaves(facts)) return facts.deleted ? 'deleted' : 'wrongKind';
  return canBlock(facts, blocker) ? alive(facts) : stoppable(facts);
};
export const resolve: Guard = (facts, blocker) => {
  if (facts.deleted) return 'deleted';
  if (blocker === undefined) return openBlockers(facts).some((kind) => kind !== 'cancelRequested') ? null : 'blockerNotOpen';
  if (!facts.blockers.includes(blocker)) return 'blockerNotOpen';
  return blocker === 'cancelRequested' ? 'decideCancel' : null;
};

/** Whether everything that `finish` settles is done. Tracking events may never come, so a shipped task may be closed. */
export const isDone = (facts: TaskFacts): boolean => {
  switch (family(facts)) {
    case 'outbound':
    case 'label':
      return tally.allOut(facts) || (tally.nothingToSend(facts) && !tally.somethingOut(facts));
    case 'inbound':
    case 'retour':
      // A delivery of which nothing arrived can also be closed once the missing pieces were accepted.
      return tally.allPlaced(facts) || (facts.receiptClosedAt !== null && tally.notReceived(facts) === 0 && tally.toPutAway(facts) === 0);
    case 'service':
      return true;
  }
};
