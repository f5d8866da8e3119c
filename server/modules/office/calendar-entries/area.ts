import { sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { calendarEntries as area, ENTRY_KINDS } from '#contract/office/calendar-entries';
import { isOutside } from '../../../core/http/actor.ts';
import { defineServerArea, type Written } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { calendarRoutes } from './routes.ts';
import { calendarEntries as table } from './table.ts';

const timed = { field: 'allDay', op: 'eq', value: false } as const;
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
});

type Entry = Written<typeof area>;
/** The end must not be before the start. Times are only checked for entries that are not all-day. */
function faults({ startDay: from = '', endDay: to = '', allDay, startTime: start = '', endTime: end = '' }: Entry): FieldError[] {
  if (to < from) return [{ path: 'endDay', rule: 'beforeStart' }];
  if (allDay === true) return [];
  if (start === '') return [{ path: 'startTime', rule: 'required' }];
  if (end === '') return [{ path: 'endTime', rule: 'required' }];
  return from === to && end < start ? [{ path: 'endTime', rule: 'beforeStart' }] : [];
}

export const calendarEntries = defineServerArea({
  area,
  table,
  // All staff see the entries. Only the author or a manager of the calendar can change them.
  owned: { by: 'createdBy', visible: (actor) => (isOutside(actor) ? sql`false` : sql`true`), all: 'calendarEntries.manage' },
  check: ({ values, current }) => faults({ ...current, ...values }),
  beforeSave: ({ values }) => (values.allDay === true ? { ...values, startTime: '', endTime: '' } : values),
  routes: calendarRoutes,
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
      ],
      filters: ['title', 'kind', 'startDay', 'endDay', 'allDay', 'whoIds'],
      sort: '-startDay',
      form: {
        layout: 'drawer',
        sections: { main: ['title', 'kind', 'startDay', 'endDay', 'allDay', 'startTime', 'endTime'], more: ['whoIds', 'link', 'text'] },
      },
    }),
  ],
});
