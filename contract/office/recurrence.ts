import { addDays, dayNumber } from '../core/house-day.ts';

/** How often an entry repeats: RFC 5545, section 3.3.10. */
export const REPEATS = ['none', 'daily', 'weekly', 'monthly', 'yearly'] as const;
export type Repeat = (typeof REPEATS)[number];
/** The weekdays of RFC 5545, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
/** A monthly entry keeps its day of the month (the 12th) or its weekday (the second Tuesday). */
export const MONTHLY_BY = ['monthDay', 'weekday'] as const;
type MonthlyBy = (typeof MONTHLY_BY)[number];

/** The rule of a series. Its first day is `startDay`; `repeatUntil` is the last possible day, null for no end. */
export type Recurrence = {
  startDay: string;
  repeat: Repeat;
  repeatEvery: number;
  repeatDays: readonly Weekday[];
  repeatBy: MonthlyBy;
  repeatUntil: string | null;
};

export const MOST_EVERY = 99;
/** An entry that repeats is at most this long, so that the days to search stay few. */
export const LONGEST_REPEATED = 31;

export const weekdayOf = (day: string): Weekday => WEEKDAYS[(((dayNumber(day) + 3) % 7) + 7) % 7] as Weekday;

/** Which weekday of its month a day is: 1 to 4, or -1 for the fifth, which is always the last one. */
export function weekOfMonth(day: string): 1 | 2 | 3 | 4 | -1 {
  const week = Math.ceil(Number(day.slice(8)) / 7);
  return week === 5 ? -1 : (week as 1 | 2 | 3 | 4);
}

/** The weekdays of a weekly rule, in the order of the week. Without any, it is the weekday of the first day. */
export const daysOfWeek = ({ startDay, repeatDays }: Pick<Recurrence, 'startDay' | 'repeatDays'>): Weekday[] =>
  repeatDays.length === 0 ? [weekdayOf(startDay)] : WEEKDAYS.filter((day) => repeatDays.includes(day));

/**
 * The rule as RFC 5545 writes it, without its end (`FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=MO,WE`).
 * Days that a month does not have are left out, as the standard says: the 31st repeats in seven months of the year.
 */
export function ruleText(rule: Recurrence & { repeat: Exclude<Repeat, 'none'> }): string {
  const parts = [`FREQ=${rule.repeat.toUpperCase()}`, `INTERVAL=${rule.repeatEvery}`, 'WKST=MO'];
  if (rule.repeat === 'weekly') parts.push(`BYDAY=${daysOfWeek(rule).join(',')}`);
  if (rule.repeat === 'monthly')
    parts.push(
      rule.repeatBy === 'weekday'
        ? `BYDAY=${weekOfMonth(rule.startDay)}${weekdayOf(rule.startDay)}`
        : `BYMONTHDAY=${Number(rule.startDay.slice(8))}`,
    );
  if (rule.repeat === 'yearly') parts.push(`BYMONTH=${Number(rule.startDay.slice(5, 7))}`, `BYMONTHDAY=${Number(rule.startDay.slice(8))}`);
  return parts.join(';');
}

/** Whether a rule states how an entry repeats. */
export const isRepeating = <R extends { repeat: Repeat }>(rule: R): rule is R & { repeat: Exclude<Repeat, 'none'> } =>
  rule.repeat !== 'none';

/**
 * The rule of a series that starts on another day: its weekdays move along. Every second week is counted from the week of the first day,
 * so a weekday that passes a Monday then changes its week.
 */
export function shiftRule<R extends Recurrence>(rule: R, by: number): R {
  const shifted = rule.repeatDays.map((day) => WEEKDAYS[(((WEEKDAYS.indexOf(day) + by) % 7) + 7) % 7] as Weekday);
  return {
    ...rule,
    startDay: addDays(rule.startDay, by),
    repeatDays: WEEKDAYS.filter((day) => shifted.includes(day)),
    repeatUntil: rule.repeatUntil === null ? null : addDays(rule.repeatUntil, by),
  };
}
