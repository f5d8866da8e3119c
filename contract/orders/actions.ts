import * as tally from './count-lines.ts';
import type { TaskFacts } from './facts.ts';
import {
  alive,
  all,
  family,
  flowIn,
  GATES,
  type Guard,
  isDone,
  leaves,
  onlyFor,
  open,
  PACKED,
  RELEASABLE,
  type RefusalKey,
  raise,
  refuse,
  requestCancel,
  resolve,
  stoppable,
} from './guards.ts';
import { openBlockers, statusOf } from './status.ts';
import type { BlockerKind } from './statuses.ts';

export type CommandSpec = {
  /** Last part of the privilege `<area>.<action>`. */
  privilege: string;
  reason: 'required' | 'optional' | 'none';
  audience: readonly ('staff' | 'merchant')[];
  /** Asked twice: it undoes work, loses goods' links, or passes a check. */
  danger: boolean;
  /** null: may run. A command whose effect is there already is not refused: it has no effect (domain 3.7). */
  when: Guard;
};

const BOTH = ['staff', 'merchant'] as const;
const STAFF = ['staff'] as const;

/** Every command on a task: six actions of the specification (point 4), then the office's. Effects are the server's; here stands who may when. */
export const COMMANDS = {
  /** At once, or as a blocker that the warehouse decides on: see `cancelsAtOnce`. On a partly shipped task it cancels the rest. */
  requestCancel: { privilege: 'cancel', reason: 'required', audience: BOTH, danger: true, when: requestCancel },
  holdOn: { privilege: 'hold', reason: 'optional', audience: BOTH, danger: false, when: stoppable },
  /** On a partly packed or short task: ship what is there. On a wrong address the server checks the address first. */
  shipOutPlease: {
    privilege: 'shipOut',
    reason: 'none',
    audience: BOTH,
    danger: false,
    when: all(
      onlyFor('outbound', 'transportLabel'),
      stoppable,
      refuse('cancelPending', (facts) => facts.blockers.includes('cancelRequested')),
      refuse('nothingToRelease', (facts) => !RELEASABLE.includes(statusOf(facts))),
    ),
  },
  /** What is on shelves goes now; the pieces that are not are cancelled. The server refuses it where nothing can be picked. */
  shipPart: {
    privilege: 'shipOut',
    reason: 'none',
    audience: BOTH,
    danger: true,
    when: all(
      onlyFor('outbound'),
      stoppable,
      refuse('cancelPending', (facts) => facts.blockers.includes('cancelRequested')),
      refuse('nothingToRelease', (facts) => statusOf(facts) !== 'outOfStock'),
    ),
  },
  requestRetour: {
    privilege: 'retour',
    reason: 'optional',
    audience: BOTH,
    danger: false,
    when: all(
      onlyFor('outbound'),
      alive,
      refuse('nothingShipped', (facts) => tally.sum(facts, (line) => line.shipped) === 0),
      refuse('allReturned', (facts) => tally.sum(facts, (line) => line.returned) >= tally.sum(facts, (line) => line.shipped)),
    ),
  },
  requestUnlinkInventory: {
    privilege: 'unlink',
    reason: 'optional',
    audience: BOTH,
    danger: true,
    when: all(onlyFor('outbound'), stoppable, refuse('alreadyPacked', flowIn(PACKED))),
  },
  updateStatusByInventory: {
    privilege: 'recompute',
    reason: 'none',
    audience: BOTH,
    danger: false,
    when: all(onlyFor('outbound', 'inbound', 'retour'), open),
  },
  acceptCancel: {
    privilege: 'decideCancel',
    reason: 'none',
    audience: STAFF,
    danger: true,
    when: all(
      stoppable,
      refuse('noCancelRequest', (facts) => !facts.blockers.includes('cancelRequested')),
    ),
  },
  denyCancel: {
    privilege: 'decideCancel',
    reason: 'required',
    audience: STAFF,
    danger: false,
    when: all(
      alive,
      refuse('noCancelRequest', (facts) => !facts.blockers.includes('cancelRequested')),
    ),
  },
  raise: { privilege: 'raise', reason: 'required', audience: STAFF, danger: false, when: raise },
  resolve: { privilege: 'resolve', reason: 'optional', audience: STAFF, danger: false, when: resolve },
  correctAddress: {
    privilege: 'correctAddress',
    reason: 'none',
    audience: BOTH,
    danger: false,
    when: all(onlyFor('outbound', 'transportLabel'), stoppable),
  },
  forceGates: {
    privilege: 'forceShipLabel',
    reason: 'required',
    audience: STAFF,
    danger: true,
    when: all(
      onlyFor('outbound', 'transportLabel'),
      open,
      refuse('noGate', (facts) => facts.gatesForcedAt !== null || !flowIn(GATES)(facts)),
    ),
  },
  /** The missing pieces are cancelled; the rest goes on. */
  acceptShort: {
    privilege: 'acceptShort',
    reason: 'optional',
    audience: BOTH,
    danger: true,
    when: all(
      onlyFor('outbound'),
      stoppable,
      refuse('nothingShort', (facts) => tally.sum(facts, tally.short) === 0),
    ),
  },
  closeReceipt: {
    privilege: 'receive',
    reason: 'optional',
    audience: STAFF,
    danger: false,
    when: all(
      onlyFor('inbound', 'retour'),
      open,
      refuse('nothingArrived', (facts) => !tally.hasArrived(facts)),
      refuse('receiptClosed', (facts) => facts.receiptClosedAt !== null),
    ),
  },
  /** Reversal moves, so only while the goods are not held for others; the server knows which are. */
  rollbackReceipt: {
    privilege: 'rollback',
    reason: 'required',
    audience: STAFF,
    danger: true,
    when: all(
      onlyFor('inbound', 'retour'),
      open,
      refuse('receiptOpen', (facts) => facts.receiptClosedAt === null),
    ),
  },
  acceptDifference: {
    privilege: 'acceptDifference',
    reason: 'required',
    audience: BOTH,
    danger: false,
    when: all(
      onlyFor('inbound', 'retour'),
      open,
      refuse('receiptOpen', (facts) => facts.receiptClosedAt === null),
      refuse('noDifference', (facts) => tally.notReceived(facts) === 0),
    ),
  },
  markUnderWay: {
    privilege: 'progress',
    reason: 'none',
    audience: STAFF,
    danger: false,
    when: all(
      onlyFor('retour', 'container', 'transportQuote', 'collectRequest', 'collectOrder', 'internal'),
      open,
      refuse('alreadyArrived', tally.hasArrived),
      refuse('alreadyUnderWay', (facts) => facts.underWayAt !== null),
    ),
  },
  markArrived: {
    privilege: 'progress',
    reason: 'none',
    audience: STAFF,
    danger: false,
    when: all(refuse('wrongKind', leaves), open, refuse('alreadyArrived', tally.hasArrived)),
  },
  markPartDone: {
    privilege: 'progress',
    reason: 'none',
    audience: STAFF,
    danger: false,
    when: all(
      refuse('wrongKind', (facts) => family(facts) !== 'service'),
      open,
    ),
  },
  finish: {
    privilege: 'finish',
    reason: 'none',
    audience: STAFF,
    danger: false,
    when: all(
      open,
      refuse('blocked', (facts) => openBlockers(facts).length > 0),
      refuse('workLeft', (facts) => !isDone(facts)),
    ),
  },
  reopen: {
    privilege: 'reopen',
    reason: 'required',
    audience: STAFF,
    danger: true,
    when: all(
      alive,
      refuse('notClosed', (facts) => facts.closedAt === null),
    ),
  },
} as const satisfies Record<string, CommandSpec>;
export type CommandName = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

/** null if the command may run on these facts, else why not. `raise` and `resolve` want to know which blocker; without it: whether any. */
export const mayRun = (command: CommandName, facts: TaskFacts, blocker?: BlockerKind): RefusalKey | null =>
  (COMMANDS[command] as CommandSpec).when(facts, blocker);

/** An allowed cancellation takes effect at once while nothing was done for the task; else it asks the warehouse. */
export const cancelsAtOnce = (facts: TaskFacts): boolean =>
  mayRun('requestCancel', facts) === null &&
  !tally.somethingOut(facts) &&
  !facts.parcels.some((parcel) => parcel.labelled && parcel.state !== 'void') &&
  facts.lines.every((line) => line.picked === 0 && line.packed === 0) &&
  facts.underWayAt === null &&
  facts.partDoneAt === null &&
  !tally.hasArrived(facts);
