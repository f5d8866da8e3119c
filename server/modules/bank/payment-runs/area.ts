import { paymentRuns as area, RUN_STATUSES } from '#contract/bank/payment-runs';
import { ME } from '#contract/core/condition';
import type { Condition } from '#contract/core/mask-condition';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { paymentRunRoutes } from './routes.ts';
import { paymentRuns as table } from './table.ts';

const is = (...values: string[]): Condition => ({ or: values.map((value) => ({ field: 'status', op: 'eq' as const, value })) });
/** Whoever prepares a run does not approve it. */
const isOwn = { field: 'preparedBy', op: 'eq', value: ME } as const;
const step = (key: 'approve' | 'send' | 'cancel', privilege: string, when: Condition) => ({
  key,
  label: `paymentRuns.actions.${key}`,
  done: `paymentRuns.done.${key}`,
  confirmText: `paymentRuns.confirm.${key}`,
  on: 'row' as const,
  call: { method: 'POST' as const, path: `/v0/paymentRuns/:id/${key}` },
  privilege: `paymentRuns.${privilege}`,
  when,
});

const MEANING = { draft: 'work', approved: 'wait', sent: 'wait', settled: 'done', cancelled: 'closed' } as const;
const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 110 },
  bankAccountId: { kind: 'reference', area: 'bankAccounts', filter: true, width: 180 },
  executeOn: { kind: 'date', sort: true, filter: true, width: 130 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: RUN_STATUSES.map((value) => ({ value, label: `paymentRuns.statuses.${value}`, meaning: MEANING[value] })),
  },
  orders: { kind: 'number', width: 90 },
  total: { kind: 'money', currency: 'EUR', sort: true, width: 140 },
  preparedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
  approvedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
  approvedAt: { kind: 'instant', width: 160 },
  sentAt: { kind: 'instant', width: 160 },
  checksum: { kind: 'text', mono: true, width: 220 },
});

export const paymentRuns = defineServerArea({
  area,
  table,
  routes: paymentRunRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.paymentRun.list',
      icon: 'send',
      fields,
      columns: ['no', 'executeOn', 'bankAccountId', 'status', 'orders', 'total', 'preparedBy', 'approvedBy'],
      filters: ['no', 'executeOn', 'bankAccountId', 'status', 'preparedBy', 'approvedBy'],
      sort: '-executeOn',
      facts: ['executeOn', 'orders', 'total'],
      actions: [
        { ...step('approve', 'approve', { and: [is('draft'), { not: isOwn }] }), confirm: 'submit' },
        { ...step('send', 'send', is('approved')), confirm: 'submit' },
        { ...step('cancel', 'prepare', is('draft', 'approved')), danger: true },
      ],
      next: [
        { when: { and: [is('draft'), isOwn] }, text: 'paymentRuns.next.second', meaning: 'wait' },
        { when: is('draft'), action: 'approve', text: 'paymentRuns.next.approve', meaning: 'wait' },
        { when: is('approved'), action: 'send', text: 'paymentRuns.next.send', meaning: 'wait' },
        // A written file has a step with its download (src/resources/bank/payment-runs/FileStep.tsx).
      ],
      show: {
        main: ['no', 'bankAccountId', 'executeOn', 'orders', 'total'],
        state: ['status', 'preparedBy', 'approvedBy', 'approvedAt', 'sentAt', 'checksum'],
      },
    }),
  ],
});
