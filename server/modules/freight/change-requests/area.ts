import { SERVICE_AREAS } from '#contract/freight/agreed';
import { changeRequests as area, CHANGE_STATES, SIDES } from '#contract/freight/change-requests';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { changeRoutes } from './routes.ts';
import { changeRequests as table } from './table.ts';

const MEANING = { open: 'wait', accepted: 'done', declined: 'stop', withdrawn: 'closed' } as const;
const sides = SIDES.map((value) => ({ value, label: `changeRequests.sides.${value}` }));
const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 110 },
  area: { kind: 'choice', filter: true, width: 150, options: SERVICE_AREAS.map((value) => ({ value, label: `${value}.title` })) },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: CHANGE_STATES.map((value) => ({ value, label: `changeRequests.states.${value}`, meaning: MEANING[value] })),
  },
  askedBy: { kind: 'choice', filter: true, width: 120, options: sides },
  decides: { kind: 'choice', filter: true, width: 120, options: sides },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 160 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 140 },
  taskId: { kind: 'reference', area: 'tasks', width: 120 },
  summary: { kind: 'text', multiline: true, width: 360 },
  reason: { kind: 'text', multiline: true, width: 220 },
  answer: { kind: 'text', width: 200 },
  decidedAt: { kind: 'instant', sort: true, filter: true, width: 150 },
});
const open = { field: 'state', op: 'eq', value: 'open' } as const;

export const changeRequests = defineServerArea({
  area,
  table,
  routes: changeRoutes,
  masks: [
    defineMask(area, {
      key: 'changeRequests.list',
      next: [{ action: 'accept', text: 'changeRequests.next.decide', meaning: 'wait' }],
      icon: 'edit',
      fields,
      columns: [
        'no',
        'area',
        'state',
        'askedBy',
        'decides',
        'summary',
        'reason',
        'createdAt',
        { field: 'merchantId', hidden: true },
        { field: 'carrierId', hidden: true },
        { field: 'answer', hidden: true },
        { field: 'decidedAt', hidden: true },
      ],
      filters: ['no', 'area', 'state', 'askedBy', 'decides', 'merchantId', 'carrierId', 'createdAt', 'decidedAt'],
      open: [open],
      show: { main: ['no', 'area', 'state', 'askedBy', 'decides', 'summary', 'reason', 'answer', 'createdAt', 'decidedAt'] },
      actions: [
        {
          key: 'accept',
          label: 'changeRequests.actions.accept',
          done: 'changeRequests.done.accept',
          on: 'row',
          call: { method: 'POST', path: '/v0/changeRequests/:id/accept' },
          privilege: 'changeRequests.decide',
          confirm: 'submit',
          confirmText: 'changeRequests.confirm.accept',
          when: open,
        },
        {
          key: 'decline',
          label: 'changeRequests.actions.decline',
          done: 'changeRequests.done.decline',
          on: 'row',
          call: { method: 'POST', path: '/v0/changeRequests/:id/decline' },
          privilege: 'changeRequests.decide',
          ask: { answer: { kind: 'text', label: 'changeRequests.fields.answer', maxLength: 500 } },
          when: open,
        },
      ],
    }),
  ],
});
