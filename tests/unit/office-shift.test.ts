import { describe, expect, it } from 'vitest';
import { dayOf } from '#contract/core/house-day';
import { breakDue, dayWarning, minutesBetween, monthSheet, type Shift, shiftState, workedMinutes } from '#contract/office/shift';
import { dayPlan, fullTime, type WorkingTime } from '#contract/office/working-time';

/** Eight hours from Monday to Friday, but on these days. */
const fullTimeExcept =
  (...free: string[]) =>
  (day: string) =>
    dayPlan([], new Set(free), fullTime(480), day);
const NOW = '2026-12-31T00:00:00.000Z';
const shift = (startAt: string, endAt: string | null, breaks: [string, string | null][] = [], breakMinutes?: number): Shift => {
  const list = breaks.map(([from, to]) => ({ from, to }));
  return {
    startAt,
    endAt,
    breaks: list,
    breakMinutes: breakMinutes ?? list.reduce((n, { from, to }) => n + (to ? minutesBetween(from, to) : 0), 0),
  };
};

describe('a shift', () => {
  it('over midnight counts whole on the day it began', () => {
    const night = shift('2026-03-10T21:00:00Z', '2026-03-11T05:00:00Z');
    const sheet = monthSheet('2026-03', [night], fullTimeExcept(), NOW);
    expect(sheet.find(({ day }) => day === '2026-03-10')).toMatchObject({ worked: 480, planned: 480 });
    expect(sheet.find(({ day }) => day === '2026-03-11')).toMatchObject({ worked: 0 });
  });

  it.each([
    ['the night clocks go forward', '2026-03-28T21:00:00Z', '2026-03-29T04:00:00Z', 7],
    ['the night clocks go back', '2026-10-24T20:00:00Z', '2026-10-25T05:00:00Z', 9],
  ])('from 22 to 6 o’clock on %s has the hours that really passed', (_, from, to, hours) => {
    expect(workedMinutes(shift(from, to), NOW)).toBe(hours * 60);
  });

  it('belongs to the day of the house, not of Greenwich', () => {
    expect(dayOf('2026-07-01T22:30:00Z')).toBe('2026-07-02');
    expect(dayOf('2026-01-01T22:30:00Z')).toBe('2026-01-01');
  });

  it('that goes on grows with the clock, but not during a break', () => {
    const open = shift('2026-05-04T06:00:00Z', null, [['2026-05-04T09:00:00Z', null]]);
    expect(shiftState(open)).toBe('onBreak');
    expect(workedMinutes(open, '2026-05-04T09:40:00Z')).toBe(180);
  });
});

describe('the law', () => {
  it.each([
    [360, 0],
    [361, 30],
    [540, 30],
    [541, 45],
  ])('asks after %i minutes of work for %i of break', (worked, due) => {
    expect(breakDue(worked)).toBe(due);
  });

  it('counts no pause of less than a quarter of an hour', () => {
    const short: [string, string][] = [
      ['2026-05-04T09:00:00Z', '2026-05-04T09:14:00Z'],
      ['2026-05-04T11:00:00Z', '2026-05-04T11:20:00Z'],
    ];
    expect(dayWarning([shift('2026-05-04T06:00:00Z', '2026-05-04T14:00:00Z', short)], null, NOW)).toBe('breakShort');
    expect(dayWarning([shift('2026-05-04T06:00:00Z', '2026-05-04T14:00:00Z', short, 45)], null, NOW)).toBe('none');
  });

  it('allows ten hours a day', () => {
    expect(dayWarning([shift('2026-05-04T06:00:00Z', '2026-05-04T17:01:00Z', [], 60)], null, NOW)).toBe('dayLong');
    expect(dayWarning([shift('2026-05-04T06:00:00Z', '2026-05-04T17:00:00Z', [], 60)], null, NOW)).toBe('none');
  });
});

describe('a day of several shifts', () => {
  const early = shift('2026-05-04T04:00:00Z', '2026-05-04T09:30:00Z');
  const late = shift('2026-05-04T12:00:00Z', '2026-05-04T17:00:00Z');

  it('may not be longer than ten hours in all', () => {
    expect(dayWarning([early], null, NOW)).toBe('none');
    expect(dayWarning([late, early], null, NOW)).toBe('dayLong');
  });

  it('has its break between the shifts, where that is a quarter of an hour or more', () => {
    const at = (from: string, to: string) => shift(`2026-05-04T${from}:00Z`, `2026-05-04T${to}:00Z`);
    expect(dayWarning([at('06:00', '10:00'), at('10:30', '13:00')], null, NOW)).toBe('none');
    expect(dayWarning([at('06:00', '10:00'), at('10:14', '13:00')], null, NOW)).toBe('breakShort');
  });

  it('begins eleven hours after the work before it at the earliest', () => {
    expect(dayWarning([early], '2026-05-03T17:00:00Z', NOW)).toBe('none');
    expect(dayWarning([early], '2026-05-03T17:01:00Z', NOW)).toBe('restShort');
    const sheet = monthSheet(
      '2026-05',
      [shift('2026-04-30T14:00:00Z', '2026-04-30T22:00:00Z'), shift('2026-05-01T06:00:00Z', '2026-05-01T10:00:00Z')],
      fullTimeExcept(),
      NOW,
    );
    expect(sheet[0]).toMatchObject({ day: '2026-05-01', warning: 'restShort' });
  });
});

describe('the balance', () => {
  const worked = (day: string) => shift(`2026-11-${day}T08:00:00Z`, `2026-11-${day}T17:00:00Z`);
  const balances = (now: string) =>
    Object.fromEntries(
      monthSheet('2026-11', ['02', '03', '04'].map(worked), fullTimeExcept(), now).map(({ day, balance }) => [day.slice(8), balance]),
    );

  it('counts to today: days to come are no debt, and neither is what is left of today', () => {
    expect(balances('2026-11-04T20:00:00Z')).toMatchObject({ '01': 0, '02': 60, '03': 60, '04': 60, '05': null, '30': null });
    expect(balances('2026-11-05T06:00:00Z')).toMatchObject({ '05': 0, '06': null });
    expect(balances('2026-12-01T06:00:00Z')).toMatchObject({ '05': -480, '30': -480 });
  });
});

it('nothing is planned on weekends, holidays and days of absence', () => {
  const sheet = monthSheet('2026-05', [], fullTimeExcept('2026-05-01'), NOW);
  expect(sheet).toHaveLength(31);
  expect(sheet.filter(({ planned }) => planned === 0).map(({ day }) => day.slice(8))).toEqual([
    '01',
    '02',
    '03',
    '09',
    '10',
    '16',
    '17',
    '23',
    '24',
    '30',
    '31',
  ]);
});

describe('the working time of a person', () => {
  /** Four days of seven hours in Hamburg, from March 2026 on; half days before. */
  const half: WorkingTime = { ...fullTime(240), validFrom: '2026-01-01', state: 'HH' };
  const four: WorkingTime = { ...fullTime(420), friday: 0, validFrom: '2026-03-01', state: 'HH' };
  const models = [four, half];
  const planned = (month: string, free: string[] = []) =>
    monthSheet(month, [], (day) => dayPlan(models, new Set(free), fullTime(480), day), NOW);
  const sum = (month: string, free: string[] = []) => planned(month, free).reduce((all, day) => all + day.planned, 0);

  it('is planned by weekday: the month of a part-timer is right', () => {
    // June 2026 in Hamburg: 22 working days, of which 18 from Monday to Thursday; no holiday falls in it.
    expect(sum('2026-06')).toBe(18 * 420);
    expect(planned('2026-06').find(({ day }) => day === '2026-06-05')).toMatchObject({ planned: 0, balance: 0 });
  });

  it('counts from its day on; what was agreed before keeps its months', () => {
    expect(sum('2026-02')).toBe(20 * 240);
    expect(sum('2025-12'), 'before the first model the house plans').toBe(23 * 480);
  });

  it('plans nothing on holidays of the state and on days of absence, which are then no debt', () => {
    // May 2026 in Hamburg: Labour Day (a Friday, free anyway), Ascension on Thursday 14, Whit Monday 25.
    const may = planned('2026-05', ['2026-05-04', '2026-05-05']);
    expect(may.filter(({ holiday }) => holiday !== null).map(({ day, holiday }) => [day, holiday])).toEqual([
      ['2026-05-01', 'labourDay'],
      ['2026-05-14', 'ascension'],
      ['2026-05-25', 'whitMonday'],
    ]);
    expect(sum('2026-05', ['2026-05-04', '2026-05-05'])).toBe((16 - 4) * 420);
    expect(may.find(({ day }) => day === '2026-05-14')).toMatchObject({ planned: 0, balance: 0 });
  });

  it('credits work on a holiday in full', () => {
    const shiftOnHoliday = shift('2026-05-14T08:00:00Z', '2026-05-14T12:00:00Z');
    const sheet = monthSheet('2026-05', [shiftOnHoliday], (day) => dayPlan(models, new Set(), fullTime(480), day), NOW);
    expect(sheet.find(({ day }) => day === '2026-05-14')).toMatchObject({ planned: 0, worked: 240, balance: 240 });
  });
});
