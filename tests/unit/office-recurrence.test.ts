import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayNumber } from '#contract/core/house-day';
import { type Recurrence, ruleText, shiftRule, WEEKDAYS, weekdayOf, weekOfMonth } from '#contract/office/recurrence';
import { occurrenceDays } from '../../server/modules/office/calendar-entries/occurrences.ts';

const mondayOf = (day: string): number => dayNumber(day) - ((dayNumber(day) + 3) % 7);
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const lastOfItsKind = (day: string): boolean => addDays(day, 7).slice(0, 7) !== day.slice(0, 7);

/** Whether the rule takes place on a day, asked of that day alone and not by counting from the first one. */
function takesPlace(rule: Recurrence, day: string): boolean {
  const { startDay, repeat, repeatEvery, repeatDays, repeatBy, repeatUntil } = rule;
  if (repeat === 'none') return day === startDay;
  if (day < startDay || (repeatUntil !== null && day > repeatUntil)) return false;
  const sameDayOfMonth = day.slice(8) === startDay.slice(8);
  const everyMonths = (monthOf(day) - monthOf(startDay)) % repeatEvery === 0;
  if (repeat === 'daily') return (dayNumber(day) - dayNumber(startDay)) % repeatEvery === 0;
  if (repeat === 'weekly') {
    const days = repeatDays.length > 0 ? repeatDays : [weekdayOf(startDay)];
    return ((mondayOf(day) - mondayOf(startDay)) / 7) % repeatEvery === 0 && days.includes(weekdayOf(day));
  }
  if (repeat === 'yearly')
    return (Number(day.slice(0, 4)) - Number(startDay.slice(0, 4))) % repeatEvery === 0 && day.slice(5) === startDay.slice(5);
  if (repeatBy === 'monthDay') return everyMonths && sameDayOfMonth;
  const week = weekOfMonth(startDay);
  return (
    everyMonths &&
    weekdayOf(day) === weekdayOf(startDay) &&
    (week === -1 ? lastOfItsKind(day) : Math.ceil(Number(day.slice(8)) / 7) === week)
  );
}

const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days));
const anyRule: fc.Arbitrary<Recurrence> = fc.record({
  startDay: anyDay,
  repeat: fc.constantFrom('none', 'daily', 'weekly', 'monthly', 'yearly'),
  repeatEvery: fc.integer({ min: 1, max: 14 }),
  repeatDays: fc.subarray([...WEEKDAYS]),
  repeatBy: fc.constantFrom('monthDay', 'weekday'),
  repeatUntil: fc.option(anyDay, { nil: null }),
});

describe('the days of a rule', () => {
  it('are those of which each says so itself, for any rule and any span', () => {
    fc.assert(
      fc.property(anyRule, anyDay, fc.integer({ min: 0, max: 90 }), (rule, from, length) => {
        const days = Array.from({ length: length + 1 }, (_, i) => addDays(from, i));
        expect(occurrenceDays(rule, from, addDays(from, length))).toEqual(days.filter((day) => takesPlace(rule, day)));
      }),
      { numRuns: 500 },
    );
  });

  it('cost as little for a rule that is a thousand years old', () => {
    const rule = {
      startDay: '1026-01-01',
      repeat: 'daily',
      repeatEvery: 3,
      repeatDays: [],
      repeatBy: 'monthDay',
      repeatUntil: null,
    } as const;
    const [day, next] = occurrenceDays(rule, '2026-11-01', '2026-11-05');
    expect((dayNumber(day ?? '') - dayNumber(rule.startDay)) % 3).toBe(0);
    expect(dayNumber(next ?? '') - dayNumber(day ?? '')).toBe(3);
  });

  it('are written as RFC 5545 writes them', () => {
    const rule = { startDay: '2026-11-30', repeatEvery: 2, repeatDays: ['WE', 'MO'], repeatBy: 'weekday', repeatUntil: null } as const;
    expect(ruleText({ ...rule, repeat: 'weekly' })).toBe('FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=MO,WE');
    expect(ruleText({ ...rule, repeat: 'monthly' })).toBe('FREQ=MONTHLY;INTERVAL=2;WKST=MO;BYDAY=-1MO');
    expect(ruleText({ ...rule, repeat: 'monthly', repeatBy: 'monthDay' })).toBe('FREQ=MONTHLY;INTERVAL=2;WKST=MO;BYMONTHDAY=30');
    expect(ruleText({ ...rule, repeat: 'yearly' })).toBe('FREQ=YEARLY;INTERVAL=2;WKST=MO;BYMONTH=11;BYMONTHDAY=30');
  });

  it('move along when the whole series moves, each by the same number of days', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.subarray([...WEEKDAYS]),
        fc.option(anyDay, { nil: null }),
        fc.integer({ min: -400, max: 400 }),
        (startDay, more, repeatUntil, by) => {
          const repeatDays = [...new Set([weekdayOf(startDay), ...more])];
          const rule: Recurrence = { startDay, repeat: 'weekly', repeatEvery: 1, repeatDays, repeatBy: 'monthDay', repeatUntil };
          const to = addDays(startDay, 90);
          const before = occurrenceDays(rule, startDay, to).map((day) => addDays(day, by));
          expect(occurrenceDays(shiftRule(rule, by), addDays(startDay, by), addDays(to, by))).toEqual(before);
        },
      ),
      { numRuns: 200 },
    );
  });
});
