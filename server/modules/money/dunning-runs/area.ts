import type { Condition } from '#contract/core/mask-condition';
import { dunningRuns as area } from '#contract/money/dunning-runs';
import { DUNNING_STATUSES } from '#contract/money/dunning-states';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { dunningRunRoutes } from './routes.ts';
import { dunningRuns as table } from './table.ts';

const MEANING = { draft: 'wait', approved: 'work', sending: 'work', sent: 'done', cancelled: 'closed' } as const;
const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 110 },
  asOf: { kind: 'date', sort: true, filter: true, width: 130 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: DUNNING_STATUSES.map((value) => ({ value, label: `dunningRuns.statuses.${value}`, meaning: MEANING[value] })),
  },
  letters: { kind: 'number', width: 100 },
  items: { kind: 'number', width: 100 },
  leftOut: { kind: 'number', help: 'dunningRuns.help.leftOut', width: 110 },
  approvedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
  approvedAt: { kind: 'instant', width: 160 },
  sentAt: { kind: 'instant', sort: true, width: 160 },
});

const is = (...values: string[]): Condition => ({ field: 'status', op: 'in', value: values });
const step = (key: string, privilege: string, when: Condition) => ({
  key,
  label: `dunningRuns.actions.${key}`,
  done: `dunningRuns.done.${key}`,
  on: 'row' as const,
  call: { method: 'POST' as const, path: `/v0/dunningRuns/:id/${key}` },
  privilege: `dunningRuns.${privilege}`,
  when,
});
const next = (status: string, action: string) => ({
  when: is(status),
  text: `dunningRuns.next.${status}`,
  meaning: 'wait' as const,
  action,
});

export const dunningRuns = defineServerArea({
  area,
  table,
  routes: dunningRunRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.dunningRun.list',
      icon: 'notification',
      fields,
      facts: ['asOf', 'letters', 'items', 'leftOut'],
      columns: ['no', 'asOf', 'status', 'letters', 'items', 'leftOut', 'approvedBy', 'sentAt'],
      filters: ['no', 'asOf', 'status', 'approvedBy'],
      sort: '-asOf',
      show: { main: ['no', 'asOf', 'letters', 'items', 'leftOut'], state: ['status', 'approvedBy', 'approvedAt', 'sentAt'] },
      next: [
        next('draft', 'approve'),
        next('approved', 'send'),
        { when: is('sending'), text: 'dunningRuns.next.sending', meaning: 'work' },
      ],
      actions: [
        {
          key: 'prepare',
          label: 'dunningRuns.actions.prepare',
          on: 'list',
          call: { method: 'POST', path: '/v0/dunningRuns/prepare' },
          open: '/accounting/dunning-runs/:id',
          privilege: 'dunningRuns.prepare',
        },
        step('approve', 'approve', is('draft')),
        { ...step('send', 'send', is('approved')), confirmText: 'dunningRuns.confirm.send' },
        { ...step('cancel', 'prepare', is('draft', 'approved')), confirmText: 'dunningRuns.confirm.cancel', inMenu: true, danger: true },
      ],
    }),
  ],
});
