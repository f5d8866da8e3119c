import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, COMMANDS, type CommandName, cancelsAtOnce, mayRun } from '#contract/orders/actions';
import type { LineFacts, TaskFacts } from '#contract/orders/facts';
import { REFUSALS, type RefusalKey } from '#contract/orders/guards';
import { closingOf, type ReceiptClosing } from '#contract/orders/receipt';
import { openBlockers, statusOf } from '#contract/orders/status';
import type { BlockerKind } from '#contract/orders/statuses';
import { anyFacts, lineOf, packedTask, parcelOf, shippedTask, THEN, taskOf } from '../support/task-facts.ts';

const fresh = taskOf({ lines: [lineOf(2)] });
const stopped = (...blockers: BlockerKind[]) => ({ ...fresh, blockers });
const announced = taskOf({ kind: 'inbound', lines: [lineOf(3)] });
const atDock = { ...announced, arrivedAt: THEN };
const short = { ...atDock, receiptClosedAt: THEN, lines: [lineOf(3, { received: 2, putAway: 2 })] };
const stored = { ...atDock, receiptClosedAt: THEN, lines: [lineOf(3, { received: 3, putAway: 3 })] };
const ticket = taskOf({ kind: 'internal' });
const halfShipped = shippedTask(['delivered', 'loaded'], { lines: [lineOf(2, { picked: 2, packed: 2, shipped: 1 })] });
const deleted = { ...fresh, deleted: true };
const closed = shippedTask(['delivered'], { closedAt: THEN });
const pieceMissing = taskOf({ allocatedAt: THEN, lines: [lineOf(2, { picked: 1, short: 1 })] });

type Case = [command: CommandName, situation: string, facts: TaskFacts, expected: RefusalKey | null, blocker?: BlockerKind];
const CASES: Case[] = [
  ['requestCancel', 'new', fresh, null],
  ['requestCancel', 'asked before', stopped('cancelRequested'), null],
  ['requestCancel', 'packed', packedTask(), null],
  ['requestCancel', 'one parcel is out', halfShipped, null],
  ['requestCancel', 'all parcels are out', shippedTask(), 'allShipped'],
  ['requestCancel', 'a delivery not yet here', announced, null],
  ['requestCancel', 'a delivery at the dock', atDock, 'alreadyArrived'],
  ['requestCancel', 'deleted', deleted, 'deleted'],
  ['requestCancel', 'closed', closed, 'closed'],
  ['holdOn', 'packed', packedTask(), null],
  ['holdOn', 'shipped', shippedTask(), 'allShipped'],
  ['holdOn', 'all on shelves', stored, 'allPutAway'],
  ['holdOn', 'a ticket', ticket, null],
  ['shipOutPlease', 'on hold', stopped('hold'), null],
  ['shipOutPlease', 'wrong address', stopped('wrongAddress'), null],
  ['shipOutPlease', 'a question to the merchant', stopped('customerHandlingAwaits'), null],
  ['shipOutPlease', 'out of stock', { ...fresh, allocatedAt: THEN }, null],
  ['shipOutPlease', 'standby', { ...fresh, allocatedAt: THEN, unlinkedAt: THEN }, null],
  ['shipOutPlease', 'partially packed', taskOf({ lines: [lineOf(2, { picked: 2, packed: 1 })] }), null],
  ['shipOutPlease', 'a piece is missing', pieceMissing, null],
  ['shipOutPlease', 'nothing waits', packedTask(), 'nothingToRelease'],
  ['shipOutPlease', 'our office must act', stopped('manualHandlingAwaits'), 'nothingToRelease'],
  ['shipOutPlease', 'a cancellation is asked for', stopped('cancelRequested', 'hold'), 'cancelPending'],
  ['shipPart', 'out of stock', { ...fresh, allocatedAt: THEN }, null],
  ['shipPart', 'nothing waits', packedTask(), 'nothingToRelease'],
  ['shipPart', 'a cancellation is asked for', stopped('cancelRequested'), 'cancelPending'],
  ['shipOutPlease', 'a delivery', announced, 'wrongKind'],
  ['requestRetour', 'nothing shipped', packedTask(), 'nothingShipped'],
  ['requestRetour', 'shipped', shippedTask(), null],
  ['requestRetour', 'partly shipped', halfShipped, null],
  ['requestRetour', 'finished', closed, null],
  ['requestRetour', 'all came back', shippedTask([], { lines: [lineOf(1, { shipped: 1, returned: 1 })] }), 'allReturned'],
  ['requestUnlinkInventory', 'picked', taskOf({ lines: [lineOf(2, { picked: 2 })] }), null],
  ['requestUnlinkInventory', 'a weight is missing', packedTask({ weight: null }), null],
  ['requestUnlinkInventory', 'packed', packedTask(), 'alreadyPacked'],
  ['requestUnlinkInventory', 'packed and on hold', packedTask({}, { blockers: ['hold'] }), 'alreadyPacked'],
  ['requestUnlinkInventory', 'shipped', shippedTask(), 'allShipped'],
  ['updateStatusByInventory', 'any open task with goods', short, null],
  ['updateStatusByInventory', 'a ticket', ticket, 'wrongKind'],
  ['updateStatusByInventory', 'closed', closed, 'closed'],
  ['acceptCancel', 'asked for', stopped('cancelRequested'), null],
  ['acceptCancel', 'not asked for', fresh, 'noCancelRequest'],
  ['acceptCancel', 'too late', shippedTask(['handedOver'], { blockers: ['cancelRequested'] }), 'allShipped'],
  ['denyCancel', 'too late', shippedTask(['handedOver'], { blockers: ['cancelRequested'] }), null],
  ['denyCancel', 'not asked for', fresh, 'noCancelRequest'],
  ['raise', 'a wrong address', fresh, null, 'wrongAddress'],
  ['raise', 'a wrong address of a delivery', announced, 'wrongKind', 'wrongAddress'],
  ['raise', 'a wrong address after shipping', shippedTask(), 'allShipped', 'wrongAddress'],
  ['raise', 'a problem after shipping', shippedTask(), null, 'problematic'],
  ['raise', 'a problem after closing', closed, null, 'problematic'],
  ['raise', 'a hold after shipping', shippedTask(), 'allShipped', 'hold'],
  ['raise', 'a cancellation at the dock', atDock, 'alreadyArrived', 'cancelRequested'],
  ['raise', 'anything', fresh, null],
  ['resolve', 'a problem', stopped('problematic'), null, 'problematic'],
  ['resolve', 'a problem that is not open', fresh, 'blockerNotOpen', 'problematic'],
  ['resolve', 'a cancellation', stopped('cancelRequested'), 'decideCancel', 'cancelRequested'],
  ['resolve', 'anything, with a hold open', stopped('hold'), null],
  ['resolve', 'anything, with nothing open', fresh, 'blockerNotOpen'],
  ['correctAddress', 'packed', packedTask(), null],
  ['correctAddress', 'shipped', shippedTask(), 'allShipped'],
  ['forceGates', 'a weight is missing', packedTask({ weight: null }), null],
  ['forceGates', 'nothing is missing', packedTask(), 'noGate'],
  ['forceGates', 'forced before', packedTask({ weight: null }, { gatesForcedAt: THEN }), 'noGate'],
  ['acceptShort', 'a piece is missing', pieceMissing, null],
  ['acceptShort', 'all is there', packedTask(), 'nothingShort'],
  ['closeReceipt', 'not here', announced, 'nothingArrived'],
  ['closeReceipt', 'at the dock', atDock, null],
  ['closeReceipt', 'closed before', short, 'receiptClosed'],
  ['rollbackReceipt', 'open', atDock, 'receiptOpen'],
  ['rollbackReceipt', 'on shelves', stored, null],
  ['acceptDifference', 'a piece never came', short, null],
  ['acceptDifference', 'still counting', atDock, 'receiptOpen'],
  ['acceptDifference', 'all came', stored, 'noDifference'],
  ['markUnderWay', 'a container', taskOf({ kind: 'container' }), null],
  ['markUnderWay', 'twice', taskOf({ kind: 'container', underWayAt: THEN }), 'alreadyUnderWay'],
  ['markUnderWay', 'a delivery', announced, 'wrongKind'],
  ['markArrived', 'a delivery', announced, null],
  ['markArrived', 'twice', atDock, 'alreadyArrived'],
  ['markArrived', 'an order', fresh, 'wrongKind'],
  ['markPartDone', 'a quote', taskOf({ kind: 'transportQuote' }), null],
  ['markPartDone', 'an order', fresh, 'wrongKind'],
  ['finish', 'shipped', shippedTask(), null],
  ['finish', 'not shipped', packedTask(), 'workLeft'],
  ['finish', 'a problem is open', shippedTask(['delivered'], { blockers: ['problematic'] }), 'blocked'],
  ['finish', 'a hold that no longer means anything', shippedTask(['delivered'], { blockers: ['hold'] }), null],
  ['finish', 'a piece never came', short, 'workLeft'],
  ['finish', 'all on shelves', stored, null],
  ['finish', 'a ticket', ticket, null],
  ['reopen', 'closed', closed, null],
  ['reopen', 'open', fresh, 'notClosed'],
];

describe('who may do what, when', () => {
  it.each(CASES)('%s, %s', (command, _situation, facts, expected, blocker) => expect(mayRun(command, facts, blocker)).toBe(expected));

  it('every command is allowed somewhere and every refusal is given somewhere', () => {
    expect(new Set(CASES.filter(([, , , refusal]) => refusal === null).map(([command]) => command))).toEqual(new Set(COMMAND_NAMES));
    expect(new Set(CASES.flatMap(([, , , refusal]) => refusal ?? []))).toEqual(new Set(REFUSALS));
  });

  it('the six actions of the specification are open to merchants; what decides on them is not', () => {
    for (const name of [
      'requestCancel',
      'holdOn',
      'shipOutPlease',
      'requestRetour',
      'requestUnlinkInventory',
      'updateStatusByInventory',
    ] as const)
      expect(COMMANDS[name].audience).toContain('merchant');
    for (const name of ['acceptCancel', 'denyCancel', 'forceGates', 'raise', 'finish', 'reopen', 'rollbackReceipt'] as const)
      expect(COMMANDS[name].audience).toEqual(['staff']);
  });

  it('nothing is done to a deleted task', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...COMMAND_NAMES), (facts, command) => {
        expect(['deleted', 'wrongKind']).toContain(mayRun(command, { ...facts, deleted: true }));
      }),
    );
  });

  it('a blocker that may be raised shows, and may be taken back', () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.constantFrom<BlockerKind>('problematic', 'wrongAddress', 'customerHandlingAwaits', 'hold'),
        (facts, kind) => {
          if (mayRun('raise', facts, kind) !== null) return;
          const raised = { ...facts, blockers: [kind] };
          expect(openBlockers(raised)).toEqual([kind]);
          expect(statusOf(raised)).toBe(kind);
          expect(mayRun('resolve', raised, kind)).toBeNull();
        },
      ),
    );
  });
});

describe('a cancellation', () => {
  it.each([
    ['takes effect at once on a new order', fresh, true],
    ['takes effect at once while pieces are only held', taskOf({ lines: [lineOf(2, { reserved: 2, listed: 2 })] }), true],
    ['asks the warehouse once a piece is picked', taskOf({ lines: [lineOf(2, { picked: 1 })] }), false],
    ['asks the warehouse once a label is bought', taskOf({ kind: 'transportLabel', parcels: [parcelOf('labelled')] }), false],
    ['takes effect at once after that label was voided', taskOf({ kind: 'transportLabel', parcels: [parcelOf('void')] }), true],
    ['asks the warehouse while the rest of an order is on its way', halfShipped, false],
    ['takes effect at once on a delivery that is not here', announced, true],
    ['asks the office once a collection is under way', taskOf({ kind: 'collectOrder', underWayAt: THEN }), false],
    ['is refused when everything is out', shippedTask(), false],
  ] as const)('%s', (_name, facts, expected) => expect(cancelsAtOnce(facts)).toBe(expected));
});

describe('closing a receipt', () => {
  const came = (kind: 'inbound' | 'retour', received: number, more: Partial<LineFacts> = {}) =>
    taskOf({ kind, arrivedAt: THEN, lines: [lineOf(3, { received, ...more })] });
  const nothing = { refusal: null, ready: false, asksMerchant: false };

  it.each([
    ['all of it came', came('inbound', 3), '', { ...nothing, ready: true }],
    ['a piece is missing', came('inbound', 2), '', { refusal: 'reasonForDifference' }],
    ['a piece is missing, and why is said', came('inbound', 2), 'lessDelivered', { ...nothing, asksMerchant: true }],
    ['a piece too many', came('inbound', 4), 'moreDelivered', { ...nothing, asksMerchant: true }],
    ['a piece is broken', came('inbound', 3, { damaged: 1 }), '', { refusal: 'reasonForDifference' }],
    ['labels are to be swapped', { ...came('inbound', 3), labelSwap: true }, '', nothing],
    [
      'a return with a broken piece and one more: each was decided as it came',
      came('retour', 4, { damaged: 1 }),
      '',
      { ...nothing, ready: true },
    ],
    ['a return with a piece missing is no question to the merchant', came('retour', 2), 'lessDelivered', nothing],
    ['closed before', { ...came('inbound', 3), receiptClosedAt: THEN }, '', { refusal: 'receiptClosed' }],
  ] as [string, TaskFacts, string, Partial<ReceiptClosing>][])('%s', (_case, facts, reason, expected) => {
    expect(closingOf(facts, reason)).toMatchObject(expected);
  });
});
