import { payments as area, DIRECTIONS } from '#contract/money/payments';
import { RATE_SCALE } from '#contract/money/scale';
import { PAYMENT_STATUSES } from '#contract/money/status';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../fields.ts';

const MEANING = { open: 'work', partAllocated: 'work', allocated: 'done', reversed: 'closed' } as const;

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, help: 'common.help.numbered', width: 110 },
  direction: {
    kind: 'choice',
    filter: true,
    width: 110,
    options: DIRECTIONS.map((value) => ({ value, label: `payments.directions.${value}` })),
  },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 170 },
  customerId: { kind: 'reference', area: 'customers', filter: true, width: 170 },
  supplierId: { kind: 'reference', area: 'suppliers', filter: true, width: 170 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 150 },
  paidOn: { kind: 'date', default: 'today', sort: true, filter: true, width: 120 },
  methodId: { kind: 'reference', area: 'paymentMethods', filter: true, width: 150 },
  accountId: { kind: 'reference', area: 'accounts', filter: true, width: 200 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  amount: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  accountAmount: { kind: 'money', help: 'payments.help.accountAmount', width: 130 },
  reference: { kind: 'text', filter: true, width: 220 },
  rate: { kind: 'decimal', scale: RATE_SCALE, width: 110 },
  deducted: { kind: 'money', currencyField: 'currency', blankZero: true, width: 130 },
  settled: { kind: 'money', currencyField: 'currency', width: 130 },
  open: { kind: 'money', currencyField: 'currency', blankZero: true, sort: true, filter: true, width: 130 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: PAYMENT_STATUSES.map((value) => ({ value, label: `payments.statuses.${value}`, meaning: MEANING[value] })),
  },
  reversedAt: { kind: 'instant', width: 160 },
  reason: { kind: 'text', width: 200 },
});
const party = ['direction', 'merchantId', 'customerId', 'supplierId', 'carrierId'] as const;
const money = ['paidOn', 'methodId', 'accountId', 'currency', 'amount', 'accountAmount', 'reference'] as const;

export const paymentMasks = [
  defineMask(area, {
    key: 'accounting.payment.list',
    oneOf: [{ label: 'common.fields.party', fields: ['merchantId', 'customerId', 'supplierId', 'carrierId'] }],
    facts: ['amount', 'open', 'merchantId', 'customerId', 'supplierId', 'carrierId', 'paidOn', 'reference'],
    next: [{ action: 'allocate', text: 'payments.next.allocate', meaning: 'wait' }],
    icon: 'pay-circle',
    fields,
    columns: [
      'no',
      'paidOn',
      'direction',
      'merchantId',
      'customerId',
      'supplierId',
      'amount',
      'open',
      'status',
      'reference',
      { field: 'carrierId', hidden: true },
      { field: 'accountId', hidden: true },
      { field: 'methodId', hidden: true },
    ],
    filters: [
      'no',
      'paidOn',
      'direction',
      'status',
      'merchantId',
      'customerId',
      'supplierId',
      'carrierId',
      'currency',
      'amount',
      'open',
      'methodId',
      'accountId',
    ],
    // What is allocated stands above, so a record has one card.
    show: { money: [...party, ...money, 'rate', 'deducted', 'status', 'open', 'reversedAt', 'reason', 'createdAt'] },
    form: { layout: 'page', sections: { party, money } },
    import: { fields: ['no', ...party, ...money], match: ['no'] },
    actions: [
      {
        key: 'allocate',
        label: 'payments.actions.allocate',
        on: 'row',
        dialog: 'payments.allocate',
        privilege: 'payments.update',
        when: { field: 'open', op: 'gt', value: 0 },
      },
      {
        key: 'reverse',
        label: 'payments.actions.reverse',
        done: 'payments.done.reverse',
        on: 'row',
        call: { method: 'POST', path: '/v0/payments/:id/reverse' },
        privilege: 'payments.update',
        danger: true,
        confirmText: 'payments.confirm.reverse',
        when: { field: 'status', op: 'ne', value: 'reversed' },
        ask: { reason: { kind: 'text', label: 'payments.fields.reason', required: true, maxLength: 200 } },
      },
    ],
  }),
];
