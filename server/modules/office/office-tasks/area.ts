import type { ActionSpec } from '#contract/core/mask';
import { officeTasks as area } from '#contract/office/office-tasks';
import { OFFICE_STATE_NAMES, OFFICE_STATES, type OfficeState } from '#contract/office/states';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { PRIORITY_FIELD } from '../../orders/index.ts';
import { moveRoute, withDoneAt } from '../states.ts';
import { officeTasks as table } from './table.ts';

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, createOnly: true, help: 'common.help.numbered', width: 110 },
  title: { kind: 'text', sort: true, filter: true, width: 300 },
  text: { kind: 'text', multiline: true, width: 300 },
  assigneeId: { kind: 'reference', area: 'users', filter: true, width: 160 },
  dueDate: { kind: 'date', sort: true, filter: true, width: 120 },
  priority: PRIORITY_FIELD,
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: OFFICE_STATE_NAMES.map((value) => ({ value, label: `officeTasks.states.${value}`, meaning: OFFICE_STATES[value] })),
  },
  tags: { kind: 'tags', filter: true, width: 160 },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 160 },
  doneAt: { kind: 'instant', sort: true, filter: true, width: 150 },
});

const tick = (key: 'done' | 'undo', state: OfficeState): ActionSpec => ({
  key,
  label: `officeTasks.actions.${key}`,
  done: `officeTasks.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: '/v0/officeTasks/:id/move', body: { state } },
  privilege: 'officeTasks.update',
  when: { field: 'state', op: key === 'done' ? 'ne' : 'eq', value: 'done' },
});

export const officeTasks = defineServerArea({
  area,
  table,
  number: { field: 'no', prefix: 'OT-' },
  beforeSave: withDoneAt,
  routes: (app, context) => moveRoute(app, context, area.name, table, OFFICE_STATE_NAMES),
  masks: [
    defineMask(area, {
      key: 'oa.task.list',
      icon: 'schedule',
      fields,
      columns: [
        'no',
        'title',
        'state',
        'assigneeId',
        'dueDate',
        'priority',
        'tags',
        'taskId',
        { field: 'doneAt', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      filters: ['no', 'title', 'state', 'assigneeId', 'dueDate', 'priority', 'tags', 'taskId', 'doneAt', 'createdAt'],
      open: [{ field: 'state', op: 'in', value: OFFICE_STATE_NAMES.filter((state) => state !== 'done') }],
      form: {
        layout: 'drawer',
        sections: { main: ['title', 'text', 'assigneeId', 'dueDate', 'priority', 'state'], more: ['tags', 'taskId', 'no'] },
      },
      actions: [tick('done', 'done'), tick('undo', 'open')],
    }),
  ],
});
