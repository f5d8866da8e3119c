import { describe, expect, it } from 'vitest';
import { type ClockEntry, ticketDeadlines } from '#contract/support/deadlines';
import {
  addOpenMinutes,
  DEFAULT_HOURS,
  hoursFault,
  hoursText,
  type OpeningHours,
  openingHoursOf,
  openMinutesBetween,
  parseHours,
} from '#contract/support/opening-hours';

const always: OpeningHours = openingHoursOf(
  new Map(
    ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((day) => [`support.hours.${day}`, '00:00-24:00']),
  ),
);
const inSaxony: OpeningHours = { ...DEFAULT_HOURS, state: 'SN' };

describe('opening hours', () => {
  it.each([
    ['', []],
    ['08:00-17:00', [[480, 1020]]],
    [
      '8:00 – 12:00, 13:00-24:00',
      [
        [480, 720],
        [780, 1440],
      ],
    ],
    ['17:00-08:00', null],
    ['08:00-12:00, 11:00-17:00', null],
    ['08:60-17:00', null],
    ['25:00-26:00', null],
    ['morning', null],
  ])('%s is read as %j', (text, spans) => {
    expect(parseHours(text)).toEqual(spans?.map(([from, to]) => ({ from, to })) ?? null);
  });

  it('are written as they are read', () => {
    expect(hoursText(parseHours('8:00-12:00,13:30-17:00') ?? [])).toBe('08:00-12:00, 13:30-17:00');
  });

  it('a setting that cannot be read is refused, and a day that is not set has its default', () => {
    expect(hoursFault('support.hours.monday', '08:00-17:00')).toBeNull();
    expect(hoursFault('support.hours.monday', 8)).toBe('openingHours');
    expect(hoursFault('support.hours.mon', '08:00-17:00')).toBe('openingHours');
    expect(hoursFault('support.holidayState', 'XX')).toBe('holidayState');
    expect(hoursFault('support.holidayState', '')).toBeNull();
    expect(hoursFault('support.holidayAssumption', 'yes')).toBe('choice');
    expect(hoursFault('support.holidayAssumption', true)).toBeNull();
    expect(hoursFault('house.name', 'x')).toBeNull();
    expect(openingHoursOf(new Map([['support.hours.monday', '']])).days).toMatchObject({ monday: [], friday: [{ from: 480, to: 1020 }] });
  });
});

it('Assumption Day is free in Bavaria where the municipality has it', () => {
  const bavaria = (assumption: boolean) =>
    openingHoursOf(
      new Map<string, unknown>([
        ['support.holidayState', 'BY'],
        ['support.holidayAssumption', assumption],
        ['support.hours.saturday', '08:00-17:00'],
      ]),
    );
  // 15 August 2026 is a Saturday; Berlin is at UTC+2.
  expect(addOpenMinutes(bavaria(false), '2026-08-15T07:00:00Z', 60)).toBe('2026-08-15T08:00:00.000Z');
  expect(addOpenMinutes(bavaria(true), '2026-08-15T07:00:00Z', 60)).toBe('2026-08-17T07:00:00.000Z');
});

describe('time in opening hours', () => {
  it.each([
    ['within a day', '2026-03-03T09:00:00Z', 60, '2026-03-03T10:00:00.000Z'],
    ['over the night', '2026-03-03T15:00:00Z', 120, '2026-03-04T08:00:00.000Z'],
    ['from before the opening', '2026-03-03T02:00:00Z', 60, '2026-03-03T08:00:00.000Z'],
    ['over a weekend', '2026-03-06T15:30:00Z', 60, '2026-03-09T07:30:00.000Z'],
    ['from a Sunday', '2026-03-08T10:00:00Z', 60, '2026-03-09T08:00:00.000Z'],
    ['until closing time exactly', '2026-03-03T15:00:00Z', 60, '2026-03-03T16:00:00.000Z'],
  ])('%s', (_, from, minutes, due) => {
    expect(addOpenMinutes(DEFAULT_HOURS, from, minutes)).toBe(due);
    expect(openMinutesBetween(DEFAULT_HOURS, from, due)).toBe(minutes);
  });

  it('leaves out the public holidays of the chosen state, and only those', () => {
    // The Day of Repentance, 18 November 2026, is a holiday in Saxony alone.
    expect(addOpenMinutes(inSaxony, '2026-11-17T15:00:00Z', 120)).toBe('2026-11-19T08:00:00.000Z');
    expect(addOpenMinutes(DEFAULT_HOURS, '2026-11-17T15:00:00Z', 120)).toBe('2026-11-18T08:00:00.000Z');
    // Good Friday to Easter Monday 2026.
    expect(addOpenMinutes(inSaxony, '2026-04-02T14:00:00Z', 120)).toBe('2026-04-07T07:00:00.000Z');
  });

  it('counts what a day of changed clocks really has: 23 hours in spring, 25 in autumn', () => {
    expect(openMinutesBetween(always, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(23 * 60);
    expect(openMinutesBetween(always, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(25 * 60);
    expect(addOpenMinutes(always, '2026-03-28T23:00:00Z', 23 * 60)).toBe('2026-03-29T22:00:00.000Z');
    // Opening at 08:00 on the wall clock before and after the change.
    expect(addOpenMinutes(DEFAULT_HOURS, '2026-03-27T16:00:00Z', 60)).toBe('2026-03-30T07:00:00.000Z');
    expect(addOpenMinutes(DEFAULT_HOURS, '2026-10-23T15:00:00Z', 60)).toBe('2026-10-26T08:00:00.000Z');
  });

  it('a house that never opens has no deadline', () => {
    const closed = openingHoursOf(new Map(Object.keys(DEFAULT_HOURS.days).map((day) => [`support.hours.${day}`, ''])));
    expect(addOpenMinutes(closed, '2026-03-03T09:00:00Z', 1)).toBeNull();
  });
});

describe('the deadlines of a ticket', () => {
  const created = '2026-03-03T08:00:00.000Z';
  const entry = (side: 'house' | 'merchant', time: string, event: ClockEntry['event'] = null): ClockEntry => ({
    side,
    at: `2026-03-03T${time}:00.000Z`,
    event,
  });
  const due = (state: 'waitsForUs' | 'waitsForMerchant' | 'closed', entries: ClockEntry[]) =>
    ticketDeadlines({ openedBy: 'merchant', createdAt: created, priority: 'urgent', state, entries }, always);

  it('count from the question', () => {
    expect(due('waitsForUs', [])).toEqual({ dueAt: '2026-03-03T12:00:00.000Z', solveDueAt: '2026-03-03T17:00:00.000Z' });
  });
  it('stop while we wait for the merchant, and the solution goes on with what is left', () => {
    expect(due('waitsForMerchant', [entry('house', '09:00')])).toEqual({ dueAt: null, solveDueAt: null });
    const again = due('waitsForUs', [entry('house', '09:00'), entry('merchant', '12:00'), entry('merchant', '13:00')]);
    expect(again).toEqual({ dueAt: '2026-03-03T16:00:00.000Z', solveDueAt: '2026-03-03T20:00:00.000Z' });
  });
  it('stop while the ticket is closed', () => {
    const reopened = due('waitsForUs', [entry('house', '10:00', 'close'), entry('house', '15:00', 'reopen')]);
    expect(reopened.solveDueAt).toBe('2026-03-03T22:00:00.000Z');
  });
  it('are past at once if the time was used up before', () => {
    const late = due('waitsForUs', [entry('house', '20:00'), entry('merchant', '21:00')]);
    expect(late.solveDueAt).toBe('2026-03-03T21:00:00.000Z');
  });
});
