import ICAL from 'ical.js';
import { addDays, dayNumber } from '#contract/core/house-day';
import { isRepeating, type Recurrence, ruleText } from '#contract/office/recurrence';

/** Days after which a rule repeats itself, for rules whose period has a fixed length. */
const PERIOD: Partial<Record<Recurrence['repeat'], number>> = { daily: 1, weekly: 7 };

/** Starts long series shortly before the searched days, by whole periods, so that old series cost no more than new ones. */
function startNear(rule: Recurrence, from: string): string {
  const period = (PERIOD[rule.repeat] ?? 0) * rule.repeatEvery;
  const periods = period === 0 ? 0 : Math.floor((dayNumber(from) - dayNumber(rule.startDay)) / period) - 1;
  return periods > 0 ? addDays(rule.startDay, periods * period) : rule.startDay;
}

/** The days from `from` to `to`, both included, on which an entry with this rule starts: RFC 5545, section 3.8.5.3. */
export function occurrenceDays(rule: Recurrence, from: string, to: string): string[] {
  if (!isRepeating(rule)) return rule.startDay >= from && rule.startDay <= to ? [rule.startDay] : [];
  const last = rule.repeatUntil !== null && rule.repeatUntil < to ? rule.repeatUntil : to;
  const near = startNear(rule, from);
  // The weekday and the day of the month come from the first day and not from the day near the searched ones.
  const days = ICAL.Recur.fromString(ruleText(rule)).iterator(ICAL.Time.fromDateString(near));
  const found: string[] = [];
  for (let next = days.next(); next; next = days.next()) {
    const day = next.toString().slice(0, 10);
    if (day > last) break;
    if (day >= from && day >= rule.startDay) found.push(day);
  }
  return found;
}

/** Whether an entry with this rule starts on this day. */
export const startsOn = (rule: Recurrence, day: string): boolean => occurrenceDays(rule, day, day).length === 1;
