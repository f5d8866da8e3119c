import { sql } from 'drizzle-orm';
import { writtenMonth } from '#contract/core/written-day';
import { attendanceMonths as area, MONTH_STATES } from '#contract/office/attendance-months';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { attendanceMonthRoutes } from './routes.ts';
import { attendanceMonths as table } from './table.ts';

const STATE = { closed: 'closed', reopened: 'wait' } as const;
const hours = { kind: 'number', unit: 'min', sort: true, width: 110 } as const;
const days = { kind: 'number', sort: true, width: 90 } as const;

const fields = defineFields(area, {
  month: { kind: 'text', sort: true, filter: true, width: 100 },
  userId: { kind: 'reference', area: 'users', filter: true, width: 170 },
  personName: { kind: 'text', width: 170 },
  personnelNo: { kind: 'text', mono: true, filter: true, width: 120 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: MONTH_STATES.map((value) => ({ value, label: `attendanceMonths.states.${value}`, meaning: STATE[value] })),
  },
  agreed: { ...hours, help: 'attendanceMonths.help.agreed' },
  worked: hours,
  holiday: hours,
  leave: hours,
  sick: hours,
  absence: { ...hours, help: 'attendanceMonths.help.absence' },
  leaveDays: days,
  sickDays: days,
  balance: { ...hours, filter: true, help: 'attendanceMonths.help.balance' },
  carried: { ...hours, help: 'attendanceMonths.help.carried' },
  closing: { ...hours, filter: true, help: 'attendanceMonths.help.closing' },
  leaveLeft: { ...days, help: 'attendanceMonths.help.leaveLeft' },
  closedAt: { kind: 'instant', sort: true, width: 170 },
  closedBy: { kind: 'reference', area: 'users', width: 160 },
  reopenedAt: { kind: 'instant', sort: true, width: 170 },
  reopenedBy: { kind: 'reference', area: 'users', width: 160 },
  reopenReason: { kind: 'text', multiline: true, width: 240 },
});
const isClosed = { field: 'state', op: 'eq', value: 'closed' } as const;

export const attendanceMonths = defineServerArea({
  area,
  table,
  unique: [['userId', 'month']],
  worded: ({ month, rowTitle }, locale) => ({
    rowTitle: String(rowTitle).replace(String(month), (written) => writtenMonth(written, locale)),
  }),
  wordedFrom: ['month'],
  // Users only see their own months, unless they close those of others.
  owned: { by: 'userId', visible: sql`false`, all: 'attendanceMonths.close' },
  routes: attendanceMonthRoutes,
  masks: [
    defineMask(area, {
      key: 'oa.attendanceMonth.list',
      icon: 'calendar',
      fields,
      columns: [
        'month',
        'userId',
        'state',
        'worked',
        'agreed',
        'leaveDays',
        'sickDays',
        'balance',
        'closing',
        { field: 'personnelNo', hidden: true },
        { field: 'carried', hidden: true },
        { field: 'leaveLeft', hidden: true },
        { field: 'closedAt', hidden: true },
        { field: 'closedBy', hidden: true },
      ],
      filters: ['month', 'userId', 'personnelNo', 'state', 'balance', 'closing'],
      sort: '-month',
      facts: ['worked', 'agreed', 'balance', 'carried', 'closing'],
      show: {
        month: ['month', 'userId', 'personnelNo', 'state', 'closedAt', 'closedBy'],
        days: ['leaveDays', 'sickDays', 'leaveLeft'],
        reopened: ['reopenedAt', 'reopenedBy', 'reopenReason'],
      },
      actions: [
        {
          key: 'close',
          label: 'attendanceMonths.actions.close',
          icon: 'plus',
          on: 'list',
          dialog: 'attendanceMonths.close',
          privilege: 'attendanceMonths.close',
        },
        {
          key: 'payroll',
          label: 'attendanceMonths.actions.payroll',
          icon: 'download',
          on: 'list',
          dialog: 'attendanceMonths.payroll',
          privilege: 'attendanceMonths.payroll',
        },
        {
          key: 'reopen',
          label: 'attendanceMonths.actions.reopen',
          done: 'attendanceMonths.done.reopen',
          on: 'row',
          call: { method: 'POST', path: '/v0/attendanceMonths/:id/reopen' },
          privilege: 'attendanceMonths.reopen',
          danger: true,
          inMenu: true,
          confirmText: 'attendanceMonths.confirm.reopen',
          ask: { reason: { kind: 'text', label: 'attendanceMonths.fields.reopenReason', maxLength: 300, required: true } },
          when: isClosed,
        },
      ],
    }),
  ],
});
