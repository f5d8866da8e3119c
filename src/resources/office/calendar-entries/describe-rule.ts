import { daysOfWeek, type Recurrence, weekdayOf, weekOfMonth } from '#contract/office/recurrence';
import { formatDate } from '../../../providers/format.ts';
import type { Translate } from '../../../providers/i18n.ts';

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

function withoutEnd(rule: Recurrence, t: Translate, tag: string): string {
  const { repeat, repeatEvery: n, startDay } = rule;
  const text = (key: string, params = {}) => t(`calendarEntries.rule.${key}`, { count: n, n, ...params });
  const weekday = (day: string) => t(`calendarEntries.weekdays.${day}`);
  if (repeat === 'weekly') {
    const days = daysOfWeek(rule).map(weekday);
    return text('weekly', { days: new Intl.ListFormat(tag, { type: 'conjunction' }).format(days) });
  }
  if (repeat === 'monthly')
    return rule.repeatBy === 'monthDay'
      ? text('monthDay', { day: Number(startDay.slice(8)) })
      : text('weekday', { week: t(`calendarEntries.rule.weeks.${weekOfMonth(startDay)}`), weekday: weekday(weekdayOf(startDay)) });
  if (repeat === 'yearly')
    return text('yearly', { date: new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(at(startDay)) });
  return text('daily');
}

/** A rule in a sentence of the reader's language: “Every 2 weeks on Monday and Thursday, until 20 May 2031”. */
export function describeRule(rule: Recurrence, t: Translate, tag: string): string {
  const text = withoutEnd(rule, t, tag);
  return rule.repeatUntil === null ? text : t('calendarEntries.rule.until', { rule: text, day: formatDate(rule.repeatUntil) });
}
