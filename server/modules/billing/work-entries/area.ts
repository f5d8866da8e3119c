import { workEntries as area } from '#contract/billing/work-entries';
import { houseToday } from '#contract/core/house-day';
import { defineServerArea } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { workEntryRoutes } from './routes.ts';
import { workEntries as table } from './table.ts';

const fields = defineFields(area, {
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  categoryId: {
    kind: 'reference',
    area: 'quotationCategories',
    where: { meter: 'work' },
    filter: true,
    help: 'workEntries.help.categoryId',
    width: 200,
  },
  workedOn: { kind: 'date', default: 'today', sort: true, filter: true, width: 120 },
  userId: { kind: 'reference', area: 'users', filter: true, width: 170 },
  minutes: { kind: 'number', unit: 'min', hours: true, min: 0, max: 1440, sort: true, total: true, width: 110 },
  pieces: { kind: 'number', min: 0, help: 'workEntries.help.pieces', width: 100 },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 150 },
  ticketId: { kind: 'reference', area: 'tickets', filter: true, width: 150 },
  note: { kind: 'text', multiline: true, filter: true, width: 260 },
  photo: { kind: 'file', visibility: 'intern', width: 120 },
  approvedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  approvedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
});
const waits = { field: 'approvedAt', op: 'empty' } as const;

export const workEntries = defineServerArea({
  area,
  table,
  routes: workEntryRoutes,
  check: ({ values, current }) => {
    if (current?.approvedAt) throw new DomainError('StateRefused', 'workEntries.refusals.approved');
    const { minutes = 0, pieces = 0, workedOn = '' } = { ...current, ...values };
    if (minutes + pieces === 0) return [{ path: 'minutes', rule: 'required' }];
    return workedOn > houseToday() ? [{ path: 'workedOn', rule: 'inFuture' }] : [];
  },
  masks: [
    defineMask(area, {
      key: 'wms.workEntry.list',
      icon: 'clock-circle',
      fields,
      columns: [
        'workedOn',
        'merchantId',
        'categoryId',
        'note',
        'minutes',
        'approvedAt',
        'userId',
        'pieces',
        'taskId',
        { field: 'ticketId', hidden: true },
      ],
      filters: ['workedOn', 'merchantId', 'categoryId', 'userId', 'taskId', 'approvedAt', 'approvedBy', 'note'],
      sort: '-workedOn',
      views: [{ key: 'waiting', label: 'workEntries.views.waiting', filters: [{ field: 'approvedAt', op: 'null', value: 'true' }] }],
      show: {
        main: ['workedOn', 'merchantId', 'categoryId', 'userId', 'minutes', 'pieces', 'note', 'photo'],
        about: ['taskId', 'ticketId', 'approvedAt', 'approvedBy'],
      },
      form: {
        layout: 'drawer',
        sections: {
          main: ['merchantId', 'categoryId', 'workedOn', 'userId', 'minutes', 'pieces', 'note', 'photo'],
          about: ['taskId', 'ticketId'],
        },
      },
      changeable: waits,
      next: [{ when: waits, text: 'workEntries.next.approve', meaning: 'wait', action: 'approve' }],
      actions: [
        {
          key: 'approve',
          label: 'workEntries.actions.approve',
          done: 'workEntries.done.approve',
          on: 'row',
          call: { method: 'POST', path: '/v0/workEntries/:id/approve' },
          privilege: 'workEntries.approve',
          when: waits,
        },
        {
          key: 'reopen',
          label: 'workEntries.actions.reopen',
          done: 'workEntries.done.reopen',
          on: 'row',
          call: { method: 'POST', path: '/v0/workEntries/:id/reopen' },
          privilege: 'workEntries.approve',
          inMenu: true,
          when: { field: 'approvedAt', op: 'filled' },
        },
      ],
    }),
  ],
});
