import { sql } from 'drizzle-orm';
import { ME } from '#contract/core/condition';
import type { FieldError } from '#contract/core/envelope';
import { dayOf } from '#contract/core/house-day';
import type { Condition } from '#contract/core/mask-condition';
import { minutesBetween } from '#contract/office/shift';
import { timeRequests as area, LEAVE_KINDS, TIME_REQUEST_KINDS, TIME_REQUEST_STATES } from '#contract/office/time-requests';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea, type Written } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { countFact } from '../../../core/http/facts.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { titledBy } from '../../../core/http/titled-by.ts';
import { attendances } from '../attendances/table.ts';
import { readLeave } from '../leave-balance.ts';
import { lockTimeOf } from '../person-lock.ts';
import { timeRequestRoutes } from './routes.ts';
import { timeRequests as table } from './table.ts';

type Request = Written<typeof area>;
const STATE = { requested: 'wait', approved: 'done', refused: 'stop', withdrawn: 'closed' } as const;
const isLeave: Condition = { field: 'kind', op: 'in', value: [...LEAVE_KINDS] };
const isCorrection = { field: 'kind', op: 'eq', value: 'correction' } as const;
const isRequested = { field: 'state', op: 'eq', value: 'requested' } as const;
const isMine = { field: 'userId', op: 'eq', value: ME } as const;
/** Requests that this user may decide: not the own ones. */
const isUndecided: Condition = { and: [isRequested, { not: isMine }] };

const fields = defineFields(area, {
  userId: { kind: 'reference', area: 'users', filter: true, readOnly: true, width: 170 },
  kind: {
    kind: 'choice',
    sort: true,
    filter: true,
    width: 140,
    options: TIME_REQUEST_KINDS.map((value) => ({ value, label: `timeRequests.kinds.${value}` })),
  },
  startDay: { kind: 'date', sort: true, filter: true, required: true, when: isLeave, width: 120 },
  endDay: { kind: 'date', sort: true, filter: true, required: true, when: isLeave, width: 120 },
  attendanceId: { kind: 'reference', area: 'attendances', help: 'timeRequests.help.attendanceId', when: isCorrection, width: 150 },
  startAt: { kind: 'instant', required: true, when: isCorrection, width: 170 },
  endAt: { kind: 'instant', required: true, when: isCorrection, width: 170 },
  breakMinutes: { kind: 'number', unit: 'min', when: isCorrection, width: 110 },
  reason: { kind: 'text', multiline: true, help: 'timeRequests.help.reason', width: 240 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: TIME_REQUEST_STATES.map((value) => ({ value, label: `timeRequests.states.${value}`, meaning: STATE[value] })),
  },
  decidedBy: { kind: 'reference', area: 'users', width: 160 },
  decidedAt: { kind: 'instant', sort: true, width: 170 },
  answer: { kind: 'text', multiline: true, width: 240 },
});

const findOverlap = statement(
  { id: table.id },
  ({ userId, id, from, to }: { userId: string; id: string | null; from: string; to: string }) => sql`select id from time_requests
    where user_id = ${userId}::uuid and id is distinct from ${id}::uuid and kind <> 'correction' and state in ('requested', 'approved')
      and start_day <= ${to}::date and end_day >= ${from}::date limit 1`,
);
const findShift = statement(
  { userId: attendances.userId },
  ({ id }: { id: string }) => sql`select user_id as "userId" from attendances where id = ${id}::uuid and deleted_at is null`,
);

const missing = (request: Request, keys: readonly (keyof Request)[]): FieldError[] =>
  keys.filter((key) => (request[key] ?? '') === '').map((path) => ({ path, rule: 'required' }));

async function leaveFaults(tx: Db, userId: string, request: Request): Promise<FieldError[]> {
  const { startDay: from = null, endDay: to = null } = request;
  if (from === null || to === null) return missing(request, ['startDay', 'endDay']);
  if (to < from) return [{ path: 'endDay', rule: 'beforeStart' }];
  // Of two requests sent at once, the second one sees the first.
  await lockTimeOf(tx, userId);
  const other = await findOverlap.first(tx, { userId, id: request.id ?? null, from, to });
  return other ? [{ path: 'startDay', rule: 'overlaps' }] : [];
}

async function correctionFaults(tx: Db, userId: string, request: Request): Promise<FieldError[]> {
  const { startAt = null, endAt = null, attendanceId = null, breakMinutes = 0 } = request;
  const gaps = missing(request, ['startAt', 'endAt', 'reason']);
  if (startAt === null || endAt === null || gaps.length > 0) return gaps;
  if (Date.parse(endAt) < Date.parse(startAt)) return [{ path: 'endAt', rule: 'beforeStart' }];
  if (Date.parse(endAt) > Date.now()) return [{ path: 'endAt', rule: 'future' }];
  if (minutesBetween(startAt, endAt) < breakMinutes) return [{ path: 'breakMinutes', rule: 'longerThanShift' }];
  const shift = attendanceId === null ? null : await findShift.first(tx, { id: attendanceId });
  return attendanceId !== null && shift?.userId !== userId ? [{ path: 'attendanceId', rule: 'reference' }] : [];
}

export const timeRequests = defineServerArea({
  area,
  table,
  ...titledBy('userId'),
  // Users only see their own requests, unless they decide on those of others.
  owned: { by: 'userId', visible: sql`false`, all: 'timeRequests.decide' },
  check: ({ tx, actor, values, current }) => {
    if (current && current.state !== 'requested') throw new DomainError('StateRefused', 'timeRequests.refusals.decided');
    if (current && current.userId !== actor.userId) throw new DomainError('StateRefused', 'timeRequests.refusals.foreign');
    const request = { ...current, ...values };
    return (request.kind === 'correction' ? correctionFaults : leaveFaults)(tx, actor.userId, request);
  },
  beforeSave: ({ actor, values, current }) => {
    const request = { ...current, ...values };
    const day = request.startAt ? dayOf(request.startAt) : null;
    return request.kind === 'correction'
      ? { ...values, userId: actor.userId, startDay: day, endDay: day }
      : { ...values, userId: actor.userId, attendanceId: null, startAt: null, endAt: null, breakMinutes: 0 };
  },
  facts: async ({ tx, row }) => {
    const { kind, userId, startDay, endDay, state } = row;
    if (kind !== 'vacation' || startDay === null || endDay === null) return [];
    const without = state === 'requested' ? { without: row.id } : {};
    const leave = await readLeave(tx, userId, Number(startDay.slice(0, 4)), { range: { from: startDay, to: endDay }, ...without });
    return [
      countFact('timeRequests', 'days', leave.days),
      ...(leave.left === null
        ? []
        : [countFact('timeRequests', 'left', leave.left, state === 'requested' && leave.days > leave.left ? { meaning: 'stop' } : {})]),
    ];
  },
  routes: timeRequestRoutes,
  masks: [
    defineMask(area, {
      key: 'oa.timeRequest.list',
      icon: 'schedule',
      fields,
      columns: [
        'userId',
        'kind',
        'state',
        'startDay',
        'endDay',
        'reason',
        { field: 'startAt', hidden: true },
        { field: 'endAt', hidden: true },
        { field: 'breakMinutes', hidden: true },
        { field: 'attendanceId', hidden: true },
        { field: 'decidedBy', hidden: true },
        { field: 'decidedAt', hidden: true },
        { field: 'answer', hidden: true },
      ],
      card: ['kind', 'startDay', 'endDay'],
      ends: { from: 'startDay', to: 'endDay', by: 'dash' },
      filters: ['state', 'userId', 'kind', 'startDay', 'endDay'],
      open: [isRequested],
      changeable: { and: [isRequested, isMine] },
      next: [{ action: 'approve', text: 'timeRequests.next.approve', meaning: 'wait' }],
      show: {
        request: ['userId', 'kind', 'state', 'startDay', 'endDay', 'attendanceId', 'startAt', 'endAt', 'breakMinutes', 'reason'],
        decision: ['decidedBy', 'decidedAt', 'answer'],
      },
      form: {
        layout: 'drawer',
        sections: { request: ['kind', 'startDay', 'endDay', 'attendanceId', 'startAt', 'endAt', 'breakMinutes', 'reason'] },
      },
      actions: [
        {
          key: 'approve',
          label: 'timeRequests.actions.approve',
          done: 'timeRequests.done.approve',
          icon: 'check',
          on: 'row',
          privilege: 'timeRequests.decide',
          dialog: 'timeRequests.approve',
          when: isUndecided,
        },
        {
          key: 'refuse',
          label: 'timeRequests.actions.refuse',
          done: 'timeRequests.done.refuse',
          on: 'row',
          call: { method: 'POST', path: '/v0/timeRequests/:id/refuse' },
          privilege: 'timeRequests.decide',
          ask: { answer: { kind: 'text', label: 'timeRequests.fields.answer', maxLength: 300, required: true } },
          when: isUndecided,
        },
        {
          key: 'withdraw',
          label: 'timeRequests.actions.withdraw',
          done: 'timeRequests.done.withdraw',
          on: 'row',
          call: { method: 'POST', path: '/v0/timeRequests/:id/withdraw' },
          privilege: 'timeRequests.create',
          confirm: 'submit',
          confirmText: 'timeRequests.confirm.withdraw',
          when: { and: [isMine, { field: 'state', op: 'in', value: ['requested', 'approved'] }] },
        },
      ],
    }),
  ],
});
