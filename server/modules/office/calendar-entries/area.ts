import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { dayNumber } from '#contract/core/house-day';
import type { Condition } from '#contract/core/mask-condition';
import { calendarEntries as area, ENTRY_KINDS } from '#contract/office/calendar-entries';
import { LONGEST_REPEATED, MONTHLY_BY, MOST_EVERY, REPEATS, WEEKDAYS } from '#contract/office/recurrence';
import { isOutside } from '../../../core/http/actor.ts';
import { defineServerArea, type Written } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { calendarLinkRoutes } from './link-routes.ts';
import { occurrenceRoutes } from './occurrence-routes.ts';
import { startsOn } from './occurrences.ts';
import { calendarRoutes } from './routes.ts';
import { calendarEntries as table } from './table.ts';

const timed = { field: 'allDay', op: 'eq', value: false } as const;
/** Absences and public holidays count in the timesheet day by day, and an entry in place of another has no rule of its own. */
const canRepeat = {
  and: [{ not: { field: 'kind', op: 'in', value: ['absence', 'publicHoliday'] } }, { field: 'seriesId', op: 'empty' }],
} satisfies Condition;
const repeats = { field: 'repeat', op: 'ne', value: 'none' } as const;
const option = (group: string) => (value: string) => ({ value, label: `calendarEntries.${group}.${value}` });
const fields = defineFields(area, {
  title: { kind: 'text', sort: true, filter: true, width: 260 },
  kind: {
    kind: 'choice',
    sort: true,
    filter: true,
    width: 130,
    options: ENTRY_KINDS.map((value) => ({ value, label: `calendarEntries.kinds.${value}` })),
  },
  startDay: { kind: 'date', sort: true, filter: true, width: 120 },
  endDay: { kind: 'date', sort: true, filter: true, width: 120 },
  allDay: { kind: 'boolean', filter: true, width: 90 },
  startTime: { kind: 'text', mono: true, maxLength: 5, help: 'calendarEntries.help.time', when: timed, width: 90 },
  endTime: { kind: 'text', mono: true, maxLength: 5, when: timed, width: 90 },
  whoIds: { kind: 'references', area: 'users', filter: true, width: 200 },
  link: { kind: 'text', help: 'calendarEntries.help.link', width: 200 },
  text: { kind: 'text', multiline: true, width: 260 },
  repeat: { kind: 'choice', filter: true, options: REPEATS.map(option('repeats')), when: canRepeat, width: 120 },
  repeatEvery: { kind: 'number', min: 1, max: MOST_EVERY, help: 'calendarEntries.help.repeatEvery', when: repeats, width: 90 },
  repeatDays: {
    kind: 'choices',
    options: WEEKDAYS.map(option('weekdays')),
    help: 'calendarEntries.help.repeatDays',
    when: { field: 'repeat', op: 'eq', value: 'weekly' },
    width: 160,
  },
  repeatBy: {
    kind: 'choice',
    options: MONTHLY_BY.map(option('monthlyBy')),
    when: { field: 'repeat', op: 'eq', value: 'monthly' },
    width: 140,
  },
  repeatUntil: { kind: 'date', help: 'calendarEntries.help.repeatUntil', when: repeats, width: 120 },
  seriesId: { kind: 'reference', area: 'calendarEntries', when: { field: 'seriesId', op: 'filled' }, width: 200 },
  seriesDay: { kind: 'date', when: { field: 'seriesId', op: 'filled' }, width: 120 },
});

type Entry = Written<typeof area>;
/** The end must not be before the start. Times are only checked for entries that are not all-day. */
function timeFaults({ startDay: from = '', endDay: to = '', allDay, startTime: start = '', endTime: end = '' }: Entry): FieldError[] {
  if (to < from) return [{ path: 'endDay', rule: 'beforeStart' }];
  if (allDay === true) return [];
  if (start === '') return [{ path: 'startTime', rule: 'required' }];
  if (end === '') return [{ path: 'endTime', rule: 'required' }];
  return from === to && end < start ? [{ path: 'endTime', rule: 'beforeStart' }] : [];
}

/** A series must take place on its first day, because calendar programs disagree on rules that leave it out (RFC 5545, 3.8.5.3). */
function seriesFaults(entry: Entry): FieldError[] {
  const { kind, seriesId, startDay = '', endDay = '', repeat = 'none', repeatEvery = 1, repeatDays = [], repeatBy = 'monthDay' } = entry;
  const repeatUntil = entry.repeatUntil ?? null;
  if (repeat === 'none') return [];
  if (kind === 'absence' || kind === 'publicHoliday') return [{ path: 'kind', rule: 'cannotRepeat' }];
  if ((seriesId ?? null) !== null) return [{ path: 'repeat', rule: 'cannotRepeat' }];
  if (repeatUntil !== null && repeatUntil < startDay) return [{ path: 'repeatUntil', rule: 'beforeStart' }];
  if (dayNumber(endDay) - dayNumber(startDay) >= LONGEST_REPEATED)
    return [{ path: 'endDay', rule: 'tooLongToRepeat', params: { max: LONGEST_REPEATED } }];
  const rule = { startDay, repeat, repeatEvery, repeatDays, repeatBy, repeatUntil };
  return startsOn(rule, startDay) ? [] : [{ path: 'repeatDays', rule: 'firstDayMissing' }];
}

export const calendarEntries = defineServerArea({
  area,
  table,
  // All staff see the entries. Only the author or a manager of the calendar can change them.
  owned: { by: 'createdBy', visible: (actor) => (isOutside(actor) ? sql`false` : sql`true`), all: 'calendarEntries.manage' },
  check: ({ values, current }) => {
    const entry = { ...current, ...values };
    const faults = timeFaults(entry);
    return faults.length > 0 ? faults : seriesFaults(entry);
  },
  beforeSave: ({ values }) => (values.allDay === true ? { ...values, startTime: '', endTime: '' } : values),
  routes: (app, context) => {
    calendarRoutes(app, context);
    occurrenceRoutes(app, context);
    calendarLinkRoutes(app, context);
  },
  masks: [
    defineMask(area, {
      key: 'calendar.entries.list',
      icon: 'calendar',
      fields,
      columns: [
        'startDay',
        'endDay',
        'startTime',
        'endTime',
        'title',
        'kind',
        'whoIds',
        { field: 'allDay', hidden: true },
        { field: 'link', hidden: true },
        { field: 'text', hidden: true },
        { field: 'repeat', hidden: true },
        { field: 'repeatUntil', hidden: true },
        { field: 'seriesId', hidden: true },
      ],
      ends: { from: 'startTime', to: 'endTime', by: 'dash' },
      filters: ['title', 'kind', 'startDay', 'endDay', 'allDay', 'whoIds', 'repeat'],
      sort: '-startDay',
      form: {
        layout: 'drawer',
        sections: {
          main: ['title', 'kind', 'startDay', 'endDay', 'allDay', 'startTime', 'endTime'],
          series: ['repeat', 'repeatEvery', 'repeatDays', 'repeatBy', 'repeatUntil', 'seriesId', 'seriesDay'],
          more: ['whoIds', 'link', 'text'],
        },
      },
    }),
  ],
});
