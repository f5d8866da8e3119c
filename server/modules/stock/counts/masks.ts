import type { FieldSpec } from '#contract/core/mask';
import { counts as area, COUNT_STATES } from '#contract/stock/counts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';

const MEANING = { open: 'wait', counting: 'work', review: 'wait', approved: 'done', cancelled: 'closed' } as const;

const fields = defineFields(area, {
  no: { kind: 'barcode', sort: true, filter: true, createOnly: true, help: 'common.help.numbered', width: 120 },
  name: { kind: 'text', sort: true, filter: true, width: 180 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: COUNT_STATES.map((value) => ({ value, label: `counts.states.${value}`, meaning: MEANING[value] })),
  },
  compartmentIds: { kind: 'references', area: 'compartments', createOnly: true, required: true, width: 230 },
  blind: { kind: 'boolean', filter: true, help: 'counts.help.blind', width: 90 },
  round: { kind: 'number', sort: true, help: 'counts.help.round', width: 100 },
  variance: { kind: 'number', sort: true, filter: true, total: true, help: 'counts.help.variance', width: 110 },
  differing: { kind: 'number', sort: true, filter: true, total: true, help: 'counts.help.differing', width: 130 },
  reason: { kind: 'text', multiline: true, width: 220 },
  approvedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
  approvedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  remark: { kind: 'text', multiline: true, width: 220 },
});

const reason: FieldSpec = { kind: 'text', label: 'counts.fields.reason', required: true, multiline: true, maxLength: 300 };

export const countMasks = [
  defineMask(area, {
    key: 'wms.count.list',
    next: [
      { action: 'approve', text: 'counts.next.approve', meaning: 'wait' },
      {
        when: { field: 'state', op: 'in', value: ['open', 'counting'] },
        text: 'counts.next.count',
        open: { path: '/wEP/count', label: 'counts.next.station' },
      },
    ],
    icon: 'audit',
    fields,
    columns: [
      'no',
      'name',
      'state',
      'compartmentIds',
      'differing',
      'variance',
      'createdAt',
      { field: 'blind', hidden: true },
      { field: 'approvedBy', hidden: true },
      { field: 'approvedAt', hidden: true },
      { field: 'round', hidden: true },
    ],
    filters: ['no', 'name', 'state', 'blind', 'variance', 'differing', 'createdAt', 'approvedBy', 'approvedAt'],
    open: [{ field: 'state', op: 'in', value: ['open', 'counting', 'review'] }],
    show: {
      count: ['no', 'name', 'state', 'blind', 'compartmentIds', 'remark'],
      result: ['round', 'differing', 'variance', 'reason', 'approvedBy', 'approvedAt', 'createdAt'],
    },
    form: { layout: 'page', sections: { count: ['no', 'name', 'compartmentIds', 'blind', 'remark'] } },
    actions: [
      { key: 'new', label: 'counts.new.action', on: 'list', dialog: 'counts.new', privilege: 'counts.create' },
      {
        key: 'approve',
        label: 'counts.actions.approve',
        done: 'counts.done.approve',
        on: 'row',
        call: { method: 'POST', path: '/v0/counts/:id/approve' },
        privilege: 'counts.approve',
        ask: { reason },
        when: { field: 'state', op: 'eq', value: 'review' },
      },
      {
        key: 'recount',
        label: 'counts.actions.recount',
        done: 'counts.done.recount',
        on: 'row',
        call: { method: 'POST', path: '/v0/counts/:id/recount' },
        privilege: 'counts.update',
        ask: { reason },
        when: { field: 'state', op: 'eq', value: 'review' },
      },
      {
        key: 'cancel',
        label: 'counts.actions.cancel',
        done: 'counts.done.cancel',
        on: 'row',
        call: { method: 'POST', path: '/v0/counts/:id/cancel' },
        privilege: 'counts.update',
        confirm: 'cancel',
        confirmText: 'counts.confirm.cancel',
        danger: true,
        ask: { reason },
        when: { field: 'state', op: 'in', value: ['open', 'counting', 'review'] },
      },
    ],
  }),
];
