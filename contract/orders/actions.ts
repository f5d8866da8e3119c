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
  /** Asks for a second confirmation, because the command undoes work, removes links to goods, or skips a check. */
  danger: boolean;
  /** null: the command may run. A command whose effect already exists is not refused; it has no effect (domain 3.7). */
  when: Guard;
};

const BOTH = ['staff', 'merchant'] as const;
const STAFF = ['staff'] as const;

/**
 * All commands on a task: the six actions of the specification (point 4), then those of the office. This table defines who may run them
 * and when; the server implements the effects.
 */
export const COMMANDS = {
  /**
   * Takes effect at once, or raises a blocker on which the warehouse decides: see `cancelsAtOnce`. On a partly shipped task it cancels
   * the rest.
   */
  requestCancel: { privilege: 'cancel', reason: 'required', audience: BOTH, danger: true, when: requestCancel },
  holdOn: { privilege: 'hold', reason: 'optional', audience: BOTH, danger: false, when: stoppable },
  /** For a partly packed or short task: ships what is there. For a wrong address the server checks the address again first. */
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
  /** Ships what is in stock now and cancels the remaining pieces. The server refuses it if nothing can be picked. */
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
  /** Cancels the missing pieces. The rest of the order continues. */
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
  /** Reverses the receipt. Allowed only while the goods are not reserved for other orders, which the server checks. */
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
export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

/**
 * Returns null if the command may run on these facts, otherwise the reason. `raise` and `resolve` take a blocker; without it they check
 * any blocker.
 */
export const mayRun = (command: CommandName, facts: TaskFacts, blocker?: BlockerKind): RefusalKey | null =>
  (COMMANDS[command] as CommandSpec).when(facts, blocker);

/** Whether an allowed cancellation takes effect at once because no work was done for the task. Otherwise the warehouse is asked. */
export const cancelsAtOnce = (facts: TaskFacts): boolean =>
  mayRun('requestCancel', facts) === null &&
  !tally.somethingOut(facts) &&
  !facts.parcels.some((parcel) => parcel.labelled && parcel.state !== 'void') &&
  facts.lines.every((line) => line.picked === 0 && line.packed === 0) &&
  facts.underWayAt === null &&
  facts.partDoneAt === null &&
  !tally.hasArrived(facts);
