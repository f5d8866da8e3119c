import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARRIER_EVENTS, type CarrierEvent, parcelAfter } from '#contract/orders/carrier-events';
import type { TaskFacts } from '#contract/orders/facts';
import { FAMILIES, flowStatusOf, statusOf } from '#contract/orders/status';
import { BLOCKER_KINDS, PARCEL_STATES, SERVICE_KINDS, TASK_KINDS, TASK_STATUS_NAMES, type TaskStatus } from '#contract/orders/statuses';
import { anyFacts, lineOf, packedTask, parcelOf, shippedTask, THEN, taskOf } from '../support/task-facts.ts';

const inbound = (rest: Partial<TaskFacts>) => taskOf({ kind: 'inbound', ...rest });
const allocated = (rest: Partial<TaskFacts>) => taskOf({ allocatedAt: THEN, ...rest });
const counted = { arrivedAt: THEN, receiptClosedAt: THEN };

/** Facts of each status; a status without facts does not compile. */
const REACHED: Record<TaskStatus, TaskFacts> = {
  receiptPending: inbound({ lines: [lineOf(3)] }),
  receiving: inbound({ arrivedAt: THEN, lines: [lineOf(3, { received: 1 })] }),
  received: inbound({ ...counted, lines: [lineOf(3, { received: 3 })] }),
  readyToInbound: inbound({ ...counted, preparedAt: THEN, lines: [lineOf(3, { received: 3 })] }),
  partiallyInbounded: inbound({ ...counted, preparedAt: THEN, lines: [lineOf(3, { received: 3, putAway: 1 })] }),
  inbounded: inbound({ ...counted, preparedAt: THEN, lines: [lineOf(3, { received: 3, putAway: 3 })] }),
  inProcess: taskOf({ lines: [lineOf(2)] }),
  outOfStock: allocated({ lines: [lineOf(2, { reserved: 1 })] }),
  standby: allocated({ unlinkedAt: THEN, lines: [lineOf(2)] }),
  readyToPick: allocated({ lines: [lineOf(2, { reserved: 2 })] }),
  inPicklist: allocated({ lines: [lineOf(2, { reserved: 2, listed: 2 })] }),
  picklistPrinted: allocated({ lines: [lineOf(2, { reserved: 2, listed: 2, printed: 2 })] }),
  pickingNeeded: allocated({ lines: [lineOf(2, { picked: 1, short: 1, reserved: 1 })] }),
  readyToPack: allocated({ lines: [lineOf(2, { picked: 2 })] }),
  partiallyPacked: allocated({ lines: [lineOf(2, { picked: 2, packed: 1 })] }),
  packingCompleted: packedTask({ state: 'open' }),
  weightNeeded: packedTask({ weight: null }),
  dimensionNeeded: packedTask({ measured: false }, { dimensionsRequired: true }),
  shipmentLabelAwaits: packedTask({ labelled: false }),
  transportLabelAwaits: packedTask({ labelled: false }, { labelSource: 'foreign' }),
  readyToSwap: packedTask({}, { labelSwap: true }),
  packed: packedTask({ state: 'labelled' }),
  readyToShip: packedTask({ state: 'loaded' }),
  shippedPartially: allocated({
    lines: [lineOf(2, { picked: 2, packed: 2, shipped: 1 })],
    parcels: [parcelOf('inTransit'), parcelOf('loaded')],
  }),
  shipped: shippedTask(),
  inTransit: shippedTask(['inTransit', 'delivered']),
  inDelivery: shippedTask(['readyForPickup', 'delivered']),
  delivered: shippedTask(['delivered']),
  retourReceivedPartially: shippedTask(['delivered'], { lines: [lineOf(2, { shipped: 2, returned: 1 })] }),
  retourReceived: shippedTask(['delivered'], { lines: [lineOf(2, { shipped: 2, returned: 2 })] }),
  finish: shippedTask(['delivered'], { closedAt: THEN }),
  partiallyFinish: shippedTask(['delivered'], { closedAt: THEN, lines: [lineOf(3, { cancelled: 1, shipped: 2 })] }),
  cancelRequested: taskOf({ blockers: ['cancelRequested'] }),
  hold: taskOf({ blockers: ['hold'] }),
  problematic: taskOf({ blockers: ['problematic'] }),
  wrongAddress: taskOf({ blockers: ['wrongAddress'] }),
  customerHandlingAwaits: taskOf({ blockers: ['customerHandlingAwaits'] }),
  manualHandlingAwaits: taskOf({ blockers: ['manualHandlingAwaits'] }),
};

describe('each of the 38 statuses follows from facts', () => {
  it.each(TASK_STATUS_NAMES)('%s', (status) => expect(statusOf(REACHED[status])).toBe(status));
  it('there are 38 of them', () => expect(TASK_STATUS_NAMES).toHaveLength(38));
});

type Case = [name: string, status: TaskStatus, facts: TaskFacts];

const PARTIAL: Case[] = [
  ['some pieces listed, one only reserved', 'readyToPick', allocated({ lines: [lineOf(3, { reserved: 3, listed: 2, printed: 2 })] })],
  [
    'one line listed, the other not',
    'readyToPick',
    allocated({ lines: [lineOf(1, { reserved: 1, listed: 1 }), lineOf(1, { reserved: 1 })] }),
  ],
  ['stock of one line does not serve another', 'outOfStock', allocated({ lines: [lineOf(1, { reserved: 5 }), lineOf(1)] })],
  ['picking began, the rest is listed', 'picklistPrinted', allocated({ lines: [lineOf(3, { picked: 1, reserved: 2, listed: 2 })] })],
  ['one picked, the rest only reserved', 'readyToPick', allocated({ lines: [lineOf(3, { picked: 1, reserved: 2 })] })],
  ['one picked, no stock for the rest', 'outOfStock', allocated({ lines: [lineOf(3, { picked: 1 })] })],
  ['allocation has not run', 'inProcess', taskOf({ lines: [lineOf(3, { reserved: 1 })] })],
  ['it may leave in parts and one piece is held', 'readyToPick', allocated({ shipPartial: true, lines: [lineOf(3, { reserved: 1 })] })],
  ['it may leave in parts and that piece is picked', 'readyToPack', allocated({ shipPartial: true, lines: [lineOf(3, { picked: 1 })] })],
  ['it may leave in parts but nothing is there', 'outOfStock', allocated({ shipPartial: true, lines: [lineOf(3)] })],
  [
    'a short piece stands on a new list',
    'picklistPrinted',
    allocated({ lines: [lineOf(2, { picked: 1, short: 1, reserved: 1, listed: 1 })] }),
  ],
  ['the first pick finds nothing and no other place has any', 'outOfStock', allocated({ lines: [lineOf(2, { short: 2 })] })],
  [
    'the first pick finds nothing but another place has some',
    'pickingNeeded',
    allocated({ lines: [lineOf(2, { short: 2, reserved: 2 })] }),
  ],
  ['a piece broke, others lie on the pack table', 'partiallyPacked', allocated({ lines: [lineOf(3, { picked: 2, packed: 1, short: 1 })] })],
  [
    'a piece broke and nothing else is left to pack',
    'pickingNeeded',
    allocated({ lines: [lineOf(3, { picked: 2, packed: 2, short: 1 })] }),
  ],
  ['the short piece was accepted', 'readyToPack', allocated({ lines: [lineOf(3, { picked: 2, cancelled: 1 })] })],
  ['unlinked with pieces on the cart', 'standby', allocated({ unlinkedAt: THEN, lines: [lineOf(3, { picked: 2 })] })],
  ['unlinked with pieces in a parcel', 'standby', packedTask({ state: 'open' }, { unlinkedAt: THEN })],
  ['linked again after unlinking', 'readyToPick', allocated({ unlinkedAt: THEN, lines: [lineOf(3, { reserved: 3 })] })],
  ['a picked piece was cancelled with all others', 'inProcess', allocated({ lines: [lineOf(1, { picked: 1, cancelled: 1 })] })],
  ['all packed, no parcel known', 'packingCompleted', packedTask({}, { parcels: [] })],
  [
    'one of two parcels is weighed',
    'weightNeeded',
    packedTask({}, { parcels: [parcelOf('closed'), parcelOf('closed', { weight: null })] }),
  ],
  ['a void parcel asks for nothing', 'packed', packedTask({}, { parcels: [parcelOf('labelled'), parcelOf('void', { weight: null })] })],
  ['a force passes every gate', 'packed', packedTask({ weight: null, labelled: false }, { labelSwap: true, gatesForcedAt: THEN })],
  ['a force closes no box', 'packingCompleted', packedTask({ state: 'open' }, { gatesForcedAt: THEN })],
  ['no label is needed', 'packed', packedTask({ labelled: false }, { labelSource: 'none' })],
  ['a parcel is at the customer, another in the house', 'shippedPartially', shippedTask(['delivered', 'loaded'])],
  [
    'all parcels are out, one piece is not',
    'shippedPartially',
    shippedTask(['delivered'], { lines: [lineOf(3, { packed: 2, shipped: 2 })] }),
  ],
  [
    'the rest was cancelled after a part had left',
    'delivered',
    shippedTask(['delivered'], { lines: [lineOf(3, { cancelled: 1, shipped: 2 })] }),
  ],
  ['a delivery failed', 'inTransit', shippedTask(['failed', 'delivered'])],
  ['it left on a pallet nobody tracks', 'shipped', shippedTask([])],
  ['closed without anything sent', 'finish', taskOf({ closedAt: THEN, lines: [lineOf(2, { cancelled: 2 })] })],
  [
    'pieces came back after closing',
    'retourReceived',
    shippedTask([], { closedAt: THEN, lines: [lineOf(1, { shipped: 1, returned: 1 })] }),
  ],
];

const OTHERS: Case[] = [
  [
    'inbound: put-away began while counting goes on',
    'receiving',
    inbound({ arrivedAt: THEN, lines: [lineOf(2, { received: 1, putAway: 1 })] }),
  ],
  [
    'inbound: all is on shelves but one piece never came',
    'partiallyInbounded',
    inbound({ ...counted, lines: [lineOf(3, { received: 2, putAway: 2 })] }),
  ],
  [
    'inbound: that difference was accepted',
    'inbounded',
    inbound({ ...counted, lines: [lineOf(3, { cancelled: 1, received: 2, putAway: 2 })] }),
  ],
  [
    'inbound: … and the task closed',
    'partiallyFinish',
    inbound({ ...counted, closedAt: THEN, lines: [lineOf(3, { cancelled: 1, received: 2, putAway: 2 })] }),
  ],
  ['inbound: more came than announced', 'partiallyInbounded', inbound({ ...counted, lines: [lineOf(2, { received: 3, putAway: 2 })] })],
  ['inbound: nothing came', 'received', inbound({ ...counted, lines: [lineOf(2, { cancelled: 2 })] })],
  ['inbound: closed in full', 'finish', inbound({ ...counted, closedAt: THEN, lines: [lineOf(2, { received: 2, putAway: 2 })] })],
  ['retour: announced', 'receiptPending', taskOf({ kind: 'retour', lines: [lineOf(2)] })],
  ['retour: on its way', 'inTransit', taskOf({ kind: 'retour', underWayAt: THEN, lines: [lineOf(2)] })],
  ['retour: at the dock', 'receiving', taskOf({ kind: 'retour', underWayAt: THEN, arrivedAt: THEN, lines: [lineOf(2)] })],
  [
    'retour: one of two counted',
    'retourReceivedPartially',
    taskOf({ kind: 'retour', arrivedAt: THEN, lines: [lineOf(2, { received: 1 })] }),
  ],
  ['retour: all counted', 'retourReceived', taskOf({ kind: 'retour', arrivedAt: THEN, lines: [lineOf(2, { received: 2 })] })],
  ['retour: inspected', 'readyToInbound', taskOf({ kind: 'retour', preparedAt: THEN, lines: [lineOf(2, { received: 2 })] })],
  ['retour: one scrapped, one to put away', 'retourReceived', taskOf({ kind: 'retour', lines: [lineOf(2, { received: 2, disposed: 1 })] })],
  [
    'retour: one scrapped, one expected',
    'retourReceivedPartially',
    taskOf({ kind: 'retour', lines: [lineOf(2, { received: 1, disposed: 1 })] }),
  ],
  [
    'retour: one never came, no piece is left to put away',
    'inbounded',
    taskOf({ kind: 'retour', ...counted, lines: [lineOf(3, { received: 2, disposed: 1, putAway: 1 })] }),
  ],
  [
    'retour: one on its shelf, one left to put away',
    'partiallyInbounded',
    taskOf({ kind: 'retour', ...counted, lines: [lineOf(3, { received: 2, putAway: 1 })] }),
  ],
  [
    'retour: one scrapped, one on its shelf',
    'inbounded',
    taskOf({ kind: 'retour', lines: [lineOf(2, { received: 2, disposed: 1, putAway: 1 })] }),
  ],
  ['label only: the label comes from outside', 'transportLabelAwaits', taskOf({ kind: 'transportLabel', labelSource: 'foreign' })],
  ['label only: parcels are not known', 'inProcess', taskOf({ kind: 'transportLabel' })],
  [
    'label only: nobody here weighs a foreign parcel',
    'transportLabelAwaits',
    taskOf({ kind: 'transportLabel', labelSource: 'foreign', parcels: [parcelOf('open', { weight: null, labelled: false })] }),
  ],
  ['label only: labelled', 'packed', taskOf({ kind: 'transportLabel', parcels: [parcelOf('labelled')] })],
  ['label only: the carrier delivered', 'delivered', taskOf({ kind: 'transportLabel', parcels: [parcelOf('delivered')] })],
  ['service: accepted', 'inProcess', taskOf({ kind: 'internal' })],
  ['service: under way', 'inTransit', taskOf({ kind: 'container', underWayAt: THEN })],
  ['service: arrived', 'delivered', taskOf({ kind: 'collectOrder', underWayAt: THEN, arrivedAt: THEN })],
  ['service: one part done', 'partiallyFinish', taskOf({ kind: 'transportQuote', partDoneAt: THEN })],
  ['service: closed', 'finish', taskOf({ kind: 'transportQuote', partDoneAt: THEN, closedAt: THEN })],
];

describe('where the pieces of a task stand at different points', () => {
  it.each(PARTIAL)('%s: %s', (_name, status, facts) => expect(statusOf(facts)).toBe(status));
});
describe('inbound, retour, labels only and services', () => {
  it.each(OTHERS)('%s: %s', (_name, status, facts) => expect(statusOf(facts)).toBe(status));
});

it('what the office works by hand is one family, and nothing else belongs to it', () => {
  expect(TASK_KINDS.filter((kind) => FAMILIES[kind] === 'service')).toEqual(SERVICE_KINDS);
});

describe('blockers', () => {
  it('outrank what the facts say, in their order', () => {
    BLOCKER_KINDS.forEach((kind, i) => expect(statusOf(packedTask({}, { blockers: BLOCKER_KINDS.slice(i).toReversed() }))).toBe(kind));
  });

  it('once everything is shipped only problems and questions still show', () => {
    for (const kind of ['cancelRequested', 'hold', 'wrongAddress'] as const)
      expect(statusOf(shippedTask(['inTransit'], { blockers: [kind] }))).toBe('inTransit');
    for (const kind of ['problematic', 'customerHandlingAwaits', 'manualHandlingAwaits'] as const)
      expect(statusOf(shippedTask(['inTransit'], { blockers: ['hold', kind] }))).toBe(kind);
  });

  it('a partly shipped task can still be stopped', () => {
    expect(statusOf(shippedTask(['delivered', 'loaded'], { blockers: ['hold'] }))).toBe('hold');
  });

  it('resolving the last one returns the task to where the facts put it', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(statusOf({ ...facts, blockers: [] })).toBe(flowStatusOf(facts));
      }),
    );
  });
});

describe('whatever the facts are', () => {
  it('every task has one of the 38 statuses', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(TASK_STATUS_NAMES).toContain(statusOf(facts));
      }),
      { numRuns: 1000 },
    );
  });

  it('the order of lines, parcels and blockers does not matter', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const turned = {
          ...facts,
          lines: facts.lines.toReversed(),
          parcels: facts.parcels.toReversed(),
          blockers: facts.blockers.toReversed(),
        };
        expect(statusOf(turned)).toBe(statusOf(facts));
      }),
    );
  });
});

describe('what the carrier reports', () => {
  it.each([
    ['pending', 'handedOver', 'shipped'],
    ['picked_up', 'inTransit', 'inTransit'],
    ['in_transit', 'inTransit', 'inTransit'],
    ['out_for_delivery', 'outForDelivery', 'inDelivery'],
    ['ready_for_pickup', 'readyForPickup', 'inDelivery'],
    ['delivered', 'delivered', 'delivered'],
    ['delivery_failed', 'failed', 'problematic'],
    ['delivery_delayed', 'handedOver', 'problematic'],
    ['on_hold', 'handedOver', 'problematic'],
    ['return_to_sender', 'returning', 'problematic'],
    ['cancelled', 'handedOver', 'manualHandlingAwaits'],
    ['unknown', 'handedOver', 'shipped'],
  ] as const)('%s makes a handed-over parcel %s and its task %s', (event, parcel, status) => {
    const { blocker } = CARRIER_EVENTS[event];
    expect(parcelAfter('handedOver', event)).toBe(parcel);
    expect(statusOf(shippedTask([parcel], { blockers: blocker ? [blocker] : [] }))).toBe(status);
  });

  it('a label that was only bought is not on its way', () => expect(parcelAfter('labelled', 'pending')).toBe('labelled'));
  it('a failed delivery may be tried again', () => expect(parcelAfter('failed', 'out_for_delivery')).toBe('outForDelivery'));
  it('what comes back is back when our dock says so', () => expect(parcelAfter('returning', 'delivered')).toBe('returning'));

  it('events that come late or twice change nothing', () => {
    const events = Object.keys(CARRIER_EVENTS) as CarrierEvent[];
    fc.assert(
      fc.property(fc.constantFrom(...PARCEL_STATES), fc.constantFrom(...events), (state, event) => {
        const after = parcelAfter(state, event);
        expect(parcelAfter(after, event)).toBe(after);
      }),
    );
    expect(parcelAfter('delivered', 'in_transit')).toBe('delivered');
    expect(parcelAfter('outForDelivery', 'picked_up')).toBe('outForDelivery');
  });
});
