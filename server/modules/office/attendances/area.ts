import { sql } from 'drizzle-orm';
import { dayOf } from '#contract/core/house-day';
import { attendances as area, SHIFT_SOURCES } from '#contract/office/attendances';
import { dayWarning, SHIFT_STATES, SHIFT_WARNINGS, type Shift, shiftState, workedMinutes } from '#contract/office/shift';
import { defineServerArea, type Written } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { titledBy } from '../../../core/http/titled-by.ts';
import { findClash } from './clash.ts';
import { updateDayWarnings } from './day-warnings.ts';
import { attendanceRoutes } from './routes.ts';
import { attendances as table } from './table.ts';

const STATE = { working: 'work', onBreak: 'wait', finished: 'done' } as const;
const WARNING = { none: 'done', breakShort: 'wait', dayLong: 'stop', restShort: 'stop' } as const;

const fields = defineFields(area, {
  day: { kind: 'date', sort: true, filter: true, width: 120 },
  userId: { kind: 'reference', area: 'users', filter: true, createOnly: true, width: 170 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: SHIFT_STATES.map((value) => ({ value, label: `attendances.states.${value}`, meaning: STATE[value] })),
  },
  startAt: { kind: 'instant', sort: true, filter: true, width: 170 },
  endAt: { kind: 'instant', sort: true, filter: true, width: 170 },
  breakMinutes: { kind: 'number', unit: 'min', sort: true, total: true, width: 120 },
  worked: { kind: 'number', unit: 'min', sort: true, filter: true, total: true, help: 'attendances.help.worked', width: 120 },
  warning: {
    kind: 'status',
    sort: true,
    filter: true,
    help: 'attendances.help.warning',
    width: 180,
    options: SHIFT_WARNINGS.map((value) => ({ value, label: `attendances.warnings.${value}`, meaning: WARNING[value] })),
  },
  source: {
    kind: 'choice',
    filter: true,
    width: 120,
    options: SHIFT_SOURCES.map((value) => ({ value, label: `attendances.sources.${value}` })),
  },
  reader: { kind: 'text', mono: true, help: 'attendances.help.reader', width: 130 },
  reason: { kind: 'text', multiline: true, help: 'attendances.help.reason', width: 240 },
});

const pick = ({ startAt = '', endAt = null, breakMinutes = 0, breaks = [] }: Written<typeof area>): Shift => ({
  startAt,
  endAt,
  breakMinutes,
  breaks,
});
export const attendances = defineServerArea({
  area,
  table,
  ...titledBy('userId'),
  // Users only see their own hours, unless they manage attendances.
  owned: { by: 'userId', visible: sql`false`, all: 'attendances.update' },
  check: async ({ tx, values, current }) => {
    const row = { ...current, ...values };
    const { startAt, endAt } = pick(row);
    const now = new Date().toISOString();
    if (endAt !== null && Date.parse(endAt) < Date.parse(startAt)) return [{ path: 'endAt', rule: 'beforeStart' }];
    for (const [path, at] of [['startAt', startAt] as const, ['endAt', endAt] as const])
      if (at !== null && Date.parse(at) > Date.parse(now)) return [{ path, rule: 'future' }];
    if (workedMinutes({ ...pick(row), breakMinutes: 0, breaks: [] }, now) < pick(row).breakMinutes)
      return [{ path: 'breakMinutes', rule: 'longerThanShift' }];
    if (typeof values['reason'] !== 'string' || values['reason'] === '') return [{ path: 'reason', rule: 'required' }];
    const clash = await findClash.first(tx, { userId: row.userId ?? '', id: current?.id ?? null, startAt, endAt });
    return clash ? [{ path: 'startAt', rule: 'overlaps' }] : [];
  },
  beforeSave: ({ values, current }) => {
    const shift = pick({ ...current, ...values });
    // Setting the end of a shift by hand removes a break without an end.
    const breaks = shift.endAt === null ? shift.breaks : shift.breaks.filter(({ to }) => to !== null);
    const now = new Date().toISOString();
    const corrected = { ...shift, breaks };
    return {
      ...values,
      breaks,
      day: dayOf(shift.startAt),
      state: shiftState(corrected),
      worked: workedMinutes(corrected, now),
      warning: dayWarning([corrected], null, now),
      source: 'correction',
    };
  },
  afterSave: async ({ tx, row, current }) => {
    const now = new Date().toISOString();
    for (const day of new Set([row.day, current?.day ?? row.day])) await updateDayWarnings(tx, row.userId, day, now);
  },
  routes: attendanceRoutes,
  masks: [
    defineMask(area, {
      key: 'oa.attendance.list',
      icon: 'clock-circle',
      fields,
      columns: [
        // Who worked on which day stays in sight where other columns fold.
        { field: 'day', pin: 'left' },
        { field: 'userId', pin: 'left' },
        'state',
        'startAt',
        'endAt',
        'breakMinutes',
        'worked',
        'warning',
        { field: 'source', hidden: true },
        { field: 'reason', hidden: true },
      ],
      card: ['startAt', 'endAt', 'worked', 'warning'],
      ends: { from: 'startAt', to: 'endAt', by: 'dash' },
      // Everybody of a day stands together.
      sort: '-startAt',
      filters: ['day', 'userId', 'state', 'startAt', 'endAt', 'warning', 'source', 'worked'],
      show: {
        shift: ['day', 'userId', 'state', 'startAt', 'endAt'],
        sums: ['breakMinutes', 'worked', 'warning', 'source', 'reader', 'reason'],
      },
      form: { layout: 'drawer', sections: { correction: ['userId', 'startAt', 'endAt', 'breakMinutes', 'reason'] } },
    }),
  ],
});
