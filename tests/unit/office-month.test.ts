import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreedLeave, carriedLeave, daysBetween, leaveBalance } from '#contract/office/leave';
import { type Away, type MonthFacts, monthAt, monthDays, monthTotals } from '#contract/office/month-totals';
import { decimalHours } from '#contract/office/payroll';
import type { Shift } from '#contract/office/shift';
import { employedFrom, fullTime, type WorkingTime } from '#contract/office/working-time';

const NOW = '2026-12-31T22:00:00.000Z';
const shift = (startAt: string, endAt: string, breakMinutes = 0): Shift => ({ startAt, endAt, breakMinutes, breaks: [] });
const model = (more: Partial<WorkingTime>): WorkingTime => ({ ...fullTime(480), validFrom: '2020-01-01', state: 'HH', ...more });
/** Monday to Wednesday, seven hours each. */
const threeDays = model({ monday: 420, tuesday: 420, wednesday: 420, thursday: 0, friday: 0 });

function totals(
  month: string,
  { away = {}, carried = 0, ...facts }: Partial<Omit<MonthFacts, 'away'>> & { away?: Record<string, Away>; carried?: number },
) {
  const models = facts.models ?? [model({})];
  return monthTotals(
    monthDays(
      month,
      {
        models,
        otherwise: fullTime(480),
        employedFrom: employedFrom(models, null),
        holidays: new Set(),
        shifts: [],
        ...facts,
        away: new Map(Object.entries(away)),
      },
      NOW,
    ),
    carried,
  );
}

describe('the totals of a month', () => {
  it('of a part-timer with three days a week count her own days only', () => {
    // May 2026: Mondays 4, 11, 18, 25; Tuesdays 5, 12, 19, 26; Wednesdays 6, 13, 20, 27. Whit Monday is the 25th; Labour Day and
    // Ascension fall on days on which she never works.
    expect(
      totals('2026-05', {
        models: [threeDays],
        shifts: [shift('2026-05-04T06:00:00Z', '2026-05-04T13:30:00Z', 30), shift('2026-05-05T06:00:00Z', '2026-05-05T12:00:00Z')],
        away: { '2026-05-06': 'sick', '2026-05-07': 'sick', '2026-05-11': 'vacation', '2026-05-12': 'vacation', '2026-05-14': 'vacation' },
        carried: 100,
      }),
    ).toEqual({
      agreed: 12 * 420,
      worked: 420 + 360,
      holiday: 420,
      leave: 2 * 420,
      sick: 420,
      absence: 0,
      leaveDays: 2,
      sickDays: 1,
      balance: 780 + 4 * 420 - 12 * 420,
      carried: 100,
      closing: 100 + 780 - 8 * 420,
    });
  });

  it('begin with the employment: nothing is agreed before the first model or shift', () => {
    const starts = [model({ validFrom: '2026-06-15' })];
    // From 15 June 2026 on: 12 working days.
    expect(totals('2026-06', { models: starts })).toMatchObject({ agreed: 12 * 480, balance: -12 * 480 });
    expect(totals('2026-06', { models: starts, employedFrom: employedFrom(starts, '2026-06-10') }).agreed, 'a shift before the model').toBe(
      15 * 480,
    );
    expect(totals('2026-06', { models: [], employedFrom: employedFrom([], null) }).agreed, 'nothing is known').toBe(22 * 480);
  });

  it('pay a public holiday on a working day and not on a free day', () => {
    // Hamburg, October 2026: German Unity Day on a Saturday, Reformation Day on a Saturday.
    expect(totals('2026-10', {})).toMatchObject({ holiday: 0, agreed: 22 * 480 });
    // April 2026: Good Friday and Easter Monday.
    expect(totals('2026-04', {})).toMatchObject({ holiday: 2 * 480, agreed: 22 * 480, balance: -20 * 480 });
    expect(totals('2026-10', { holidays: new Set(['2026-10-05']) }), 'one that stands in the calendar').toMatchObject({ holiday: 480 });
  });

  it('take no day of leave or sickness on a holiday', () => {
    const away: Record<string, Away> = { '2026-04-02': 'vacation', '2026-04-03': 'vacation', '2026-04-06': 'sick', '2026-04-07': 'sick' };
    expect(totals('2026-04', { away })).toMatchObject({ leaveDays: 1, leave: 480, sickDays: 1, sick: 480, holiday: 960 });
  });

  it('count the real hours of nights in which clocks change', () => {
    // 22:00 to 06:00 by the clock: seven hours in March, nine in October.
    expect(totals('2026-03', { shifts: [shift('2026-03-28T21:00:00Z', '2026-03-29T04:00:00Z')] }).worked).toBe(7 * 60);
    expect(totals('2026-10', { shifts: [shift('2026-10-24T20:00:00Z', '2026-10-25T05:00:00Z')] }).worked).toBe(9 * 60);
  });

  it('count a shift over midnight at the end of the month in the month in which it began', () => {
    // 30 June 22:00 to 1 July 06:00 in Hamburg.
    const shifts = [shift('2026-06-30T20:00:00Z', '2026-07-01T04:00:00Z', 30)];
    expect(totals('2026-06', { shifts }).worked).toBe(450);
    expect(totals('2026-07', { shifts }).worked).toBe(0);
    // 1 July 00:30 in Hamburg is still June in UTC.
    const early = [shift('2026-06-30T22:30:00Z', '2026-07-01T04:30:00Z')];
    expect([totals('2026-06', { shifts: early }).worked, totals('2026-07', { shifts: early }).worked]).toEqual([0, 360]);
  });

  it('credit work on a day of leave in full, and another absence as its plan', () => {
    const worked = [shift('2026-06-01T06:00:00Z', '2026-06-01T08:00:00Z')];
    const away: Record<string, Away> = { '2026-06-01': 'vacation', '2026-06-02': 'absence' };
    expect(totals('2026-06', { shifts: worked, away })).toMatchObject({ leave: 480, absence: 480, balance: 120 - 20 * 480 });
  });

  it('always add up: what is worked and paid without work, minus what is agreed', () => {
    const Day = fc.record({
      day: fc.constant('2026-01-01'),
      agreed: fc.integer({ min: 0, max: 600 }),
      isHoliday: fc.boolean(),
      away: fc.constantFrom<Away | null>('vacation', 'sick', 'absence', null),
      worked: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(Day, { maxLength: 31 }), fc.integer({ min: -9999, max: 9999 }), (days, carried) => {
        const all = monthTotals(days, carried);
        expect(all.closing).toBe(carried + all.worked + all.holiday + all.leave + all.sick + all.absence - all.agreed);
        expect(all.holiday + all.leave + all.sick + all.absence).toBeLessThanOrEqual(all.agreed);
      }),
    );
  });

  it('are counted month by month over the turn of a year', () => {
    expect([monthAt('2026-01', -1), monthAt('2026-12', 1), monthAt('2026-06', 12)]).toEqual(['2025-12', '2027-01', '2027-06']);
  });
});

describe('days of leave', () => {
  const leave = (validFrom: string, leaveDays: number | null, leaveCarried = 0) => ({ validFrom, leaveDays, leaveCarried });

  it('are a twelfth for each month that a model covers, rounded to whole days', () => {
    expect(agreedLeave([leave('2020-01-01', 30)], 2026)).toBe(30);
    expect(agreedLeave([leave('2026-07-01', 28)], 2026), 'six months').toBe(14);
    expect(agreedLeave([leave('2026-07-02', 28)], 2026), 'five whole months: 11.67').toBe(12);
    expect(agreedLeave([leave('2020-01-01', 30), leave('2026-10-01', 18)], 2026), '22.5 and 4.5').toBe(27);
    expect(agreedLeave([leave('2020-01-01', null)], 2026)).toBeNull();
    expect(agreedLeave([leave('2027-01-01', 30)], 2026)).toBeNull();
  });

  it('are carried over from the closed December, or from the model in its first year', () => {
    expect(carriedLeave([leave('2026-03-01', 30, 4)], 2026, null)).toBe(4);
    expect(carriedLeave([leave('2026-03-01', 30, 4)], 2027, null)).toBe(0);
    expect(carriedLeave([leave('2026-03-01', 30, 4)], 2026, 7)).toBe(7);
  });

  it('are left after what was approved; what is asked for is not taken yet', () => {
    expect(leaveBalance(2026, 28, 3, 20, 5)).toMatchObject({ left: 11, asked: 5 });
    expect(leaveBalance(2026, null, 0, 2, 0).left).toBeNull();
  });

  it('are listed from the first to the last day', () => {
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(daysBetween('2026-03-01', '2026-02-01')).toEqual([]);
  });
});

describe('hours for payroll', () => {
  it('have two decimal places in the way of the language, and no sign for nothing', () => {
    expect([480, 455, 1, -90, 0].map((minutes) => decimalHours(minutes, ','))).toEqual(['8,00', '7,58', '0,02', '-1,50', '0,00']);
    expect(decimalHours(-10_000, '.')).toBe('-166.67');
  });
});
