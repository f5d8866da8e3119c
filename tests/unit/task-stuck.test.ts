import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import { COMMAND_NAMES, type CommandName, mayRun } from '#contract/orders/actions';
import { REFUSALS } from '#contract/orders/guards';
import { MISSING_FACTS, missingFacts, WORK_ACTIONS } from '#contract/orders/missing-facts';
import { openBlockers } from '#contract/orders/status';
import { BLOCKER_KINDS, PARCEL_STATES, PRIORITIES, TASK_KINDS, TASK_STATUS_NAMES } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import { anyFacts, lineOf, packedTask, parcelOf, shippedTask, THEN, taskOf } from '../support/task-facts.ts';
import { lookUp, paramsOf } from '../support/texts.ts';

const isCommand = (action: string): action is CommandName => COMMAND_NAMES.some((name) => name === action);

describe('why a task is stuck', () => {
  it('names each parcel without weight by its number; its label is not offered before, because no carrier sells it', () => {
    const parcels = [
      parcelOf('void', { id: 'v' }),
      parcelOf('closed', { id: 'a' }),
      parcelOf('closed', { id: 'b', weight: null, labelled: false }),
    ];
    expect(missingFacts(packedTask({}, { parcels }))).toEqual([
      { fact: 'weightMissing', params: { parcel: 2, parcelId: 'b' }, action: 'weigh' },
      { fact: 'ownLabelWaits', params: { parcel: 2, parcelId: 'b' }, action: null },
    ]);
    const sized = packedTask({ labelled: false, measured: false }, { dimensionsRequired: true });
    expect(missingFacts(sized).map(({ fact, action }) => [fact, action])).toEqual([
      ['sizeMissing', 'measure'],
      ['ownLabelWaits', null],
    ]);
    expect(missingFacts(packedTask({ labelled: false })).map(({ fact, action }) => [fact, action])).toEqual([
      ['ownLabelMissing', 'buyLabel'],
    ]);
  });

  it('counts the pieces that stock lacks', () => {
    expect(missingFacts(taskOf({ allocatedAt: THEN, lines: [lineOf(3, { reserved: 1 }), lineOf(1, { reserved: 1 })] }))).toEqual([
      { fact: 'outOfStock', params: { count: 2 }, action: 'updateStatusByInventory' },
    ]);
  });

  it('sends the picker for a short piece that lies elsewhere, and asks the merchant where none is left', () => {
    expect(missingFacts(taskOf({ lines: [lineOf(2, { picked: 1, short: 1, reserved: 1 })] }))[0]?.action).toBe('pick');
    expect(missingFacts(taskOf({ lines: [lineOf(2, { picked: 1, short: 1 })] }))[0]?.action).toBe('acceptShort');
  });

  it('an order that may leave in parts is offered to leave without what stock lacks', () => {
    const packed = taskOf({ allocatedAt: THEN, lines: [lineOf(3, { picked: 2, packed: 2 })] });
    expect(missingFacts({ ...packed, shipPartial: true })).toEqual([{ fact: 'outOfStock', params: { count: 1 }, action: 'shipOutPlease' }]);
    expect(missingFacts(packed)).toEqual([{ fact: 'outOfStock', params: { count: 1 }, action: 'updateStatusByInventory' }]);
  });

  it('puts blockers first and still says what is missing behind them', () => {
    expect(missingFacts(packedTask({ weight: null }, { blockers: ['hold'] })).map(({ fact, action }) => [fact, action])).toEqual([
      ['hold', 'shipOutPlease'],
      ['weightMissing', 'weigh'],
    ]);
  });

  it('a delivery short of two pieces asks for them or for the difference to be accepted', () => {
    const facts = taskOf({ kind: 'inbound', arrivedAt: THEN, lines: [lineOf(5, { received: 3 })] });
    expect(missingFacts(facts).map(({ fact, params }) => [fact, params])).toEqual([
      ['notReceived', { count: 2 }],
      ['receiptOpen', {}],
    ]);
    expect(missingFacts({ ...facts, receiptClosedAt: THEN, preparedAt: THEN })).toEqual([
      { fact: 'notPutAway', params: { count: 3 }, action: 'putAway' },
      { fact: 'differenceOpen', params: { count: 2 }, action: 'acceptDifference' },
    ]);
  });

  it('a finished task lacks nothing, unless a problem was raised since', () => {
    expect(missingFacts(shippedTask(['delivered'], { closedAt: THEN }))).toEqual([]);
    expect(missingFacts(shippedTask(['delivered'], { closedAt: THEN, blockers: ['problematic'] })).map(({ fact }) => fact)).toEqual([
      'problematic',
    ]);
  });

  it('every task that is not settled says what it waits for, and no settled one does', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const settled = facts.deleted || (facts.closedAt !== null && openBlockers(facts).length === 0);
        expect(missingFacts(facts).length === 0).toBe(settled);
      }),
      { numRuns: 2000 },
    );
  });

  it('a command that is offered may be run', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const free = { ...facts, blockers: [] };
        for (const { fact, action } of missingFacts(free))
          if (action !== null && isCommand(action)) expect([fact, action, mayRun(action, free)]).toEqual([fact, action, null]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the words of tasks', () => {
  const keys = [
    ...TASK_STATUS_NAMES.map(TASK_TEXTS.status),
    ...TASK_KINDS.map(TASK_TEXTS.kind),
    ...PRIORITIES.map(TASK_TEXTS.priority),
    ...BLOCKER_KINDS.map(TASK_TEXTS.blocker),
    ...COMMAND_NAMES.map(TASK_TEXTS.command),
    ...COMMAND_NAMES.map(TASK_TEXTS.happened),
    ...REFUSALS.map(TASK_TEXTS.refusal),
    ...[...MISSING_FACTS, ...BLOCKER_KINDS].map(TASK_TEXTS.missing),
    ...WORK_ACTIONS.map(TASK_TEXTS.work),
    ...PARCEL_STATES.map(TASK_TEXTS.parcelState),
  ];

  it.each(LOCALES)('are all there in %s', (locale) => {
    expect(keys.filter((key) => lookUp(locale, key) === undefined)).toEqual([]);
  });

  it('the statuses read as in the specification', () => {
    const spoken = TASK_STATUS_NAMES.map((status) => lookUp('en', TASK_TEXTS.status(status))?.toLowerCase());
    expect(spoken).toEqual(TASK_STATUS_NAMES.map((status) => status.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)));
  });

  it('a sentence asks only for numbers that come with it', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        for (const { fact, params } of missingFacts(facts))
          for (const name of paramsOf(lookUp('en', TASK_TEXTS.missing(fact)) ?? '')) expect(Object.keys(params)).toContain(name);
      }),
    );
  });
});
