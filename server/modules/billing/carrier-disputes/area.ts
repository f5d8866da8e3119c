import { DISPUTE_STATES } from '#contract/billing/carrier-costs';
import { carrierDisputes as area } from '#contract/billing/carrier-disputes';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../../money/index.ts';
import { carrierDisputeRoutes } from './routes.ts';
import { carrierDisputes as table } from './table.ts';

const MEANING = { open: 'wait', credited: 'done', rejected: 'stop', closed: 'closed' } as const;
const money = { kind: 'money', currencyField: 'currency', sort: true, width: 130 } as const;

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 160 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 160 },
  carrierBillId: { kind: 'reference', area: 'carrierBills', filter: true, width: 160 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  lines: { kind: 'number', sort: true, width: 100 },
  amount: { ...money, total: true },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: DISPUTE_STATES.map((value) => ({ value, label: `carrierDisputes.states.${value}`, meaning: MEANING[value] })),
  },
  credited: { ...money, blankZero: true, total: true },
  note: { kind: 'text', multiline: true, filter: true, width: 260 },
  answeredAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  answeredBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
});
const open = { field: 'state', op: 'eq', value: 'open' } as const;
const answer = (key: 'reject' | 'close' | 'reopen', state: string, when: typeof open | { field: 'state'; op: 'ne'; value: 'open' }) => ({
  key,
  label: `carrierDisputes.actions.${key}`,
  done: `carrierDisputes.done.${key}`,
  on: 'row' as const,
  call: { method: 'POST' as const, path: '/v0/carrierDisputes/:id/answer', body: { state } },
  privilege: 'carrierDisputes.answer',
  when,
  ...(key === 'reject' ? {} : { inMenu: true }),
});

export const carrierDisputes = defineServerArea({
  area,
  table,
  routes: carrierDisputeRoutes,
  computed: ['lines', 'amount'],
  related: [
    {
      area: 'carrierBillLines',
      by: 'disputeId',
      columns: ['trackingNo', 'result', 'heading', 'amount', 'expected', 'difference', 'state'],
      limit: 20,
    },
  ],
  masks: [
    defineMask(area, {
      key: 'accounting.carrierDispute.list',
      icon: 'message',
      fields,
      facts: ['carrierId', 'amount', 'credited', 'state'],
      columns: ['no', 'carrierId', 'carrierBillId', 'lines', 'amount', 'state', 'credited', 'answeredAt', 'note'],
      filters: ['no', 'carrierId', 'carrierBillId', 'state', 'currency', 'answeredAt', 'answeredBy', 'note'],
      sort: '-createdAt',
      views: [{ key: 'open', label: 'carrierDisputes.views.open', filters: [{ field: 'state', op: 'in', value: ['open'] }] }],
      show: {
        main: ['no', 'carrierId', 'carrierBillId', 'lines', 'amount', 'currency', 'state', 'note'],
        answer: ['credited', 'answeredAt', 'answeredBy'],
      },
      form: { layout: 'drawer', sections: { main: ['note'] } },
      actions: [
        {
          key: 'credit',
          label: 'carrierDisputes.actions.credit',
          done: 'carrierDisputes.done.credit',
          on: 'row',
          call: { method: 'POST', path: '/v0/carrierDisputes/:id/answer', body: { state: 'credited' } },
          ask: {
            credited: { kind: 'money', label: 'carrierDisputes.fields.credited', currencyField: 'currency', required: true },
          },
          privilege: 'carrierDisputes.answer',
          when: open,
        },
        answer('reject', 'rejected', open),
        answer('close', 'closed', open),
        answer('reopen', 'open', { field: 'state', op: 'ne', value: 'open' }),
      ],
    }),
  ],
});
