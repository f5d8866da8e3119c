import { bills as area } from '#contract/areas/bills';
import { RATE_SCALE } from '#contract/money/fx';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { BILL_STATUSES } from '#contract/money/status';
import { defineFields, defineMask } from '../../http/mask.ts';
import { currencyOptions } from '../../money/fields.ts';
import { pricedLines } from '../../money/line-columns.ts';

const MEANING = { entered: 'work', disputed: 'stop', approved: 'work', partPaid: 'work', paid: 'done' } as const;

export const fields = defineFields(area, {
  no: { kind: 'text', mono: true, sort: true, filter: true, createOnly: true, help: 'common.help.numbered', width: 110 },
  supplierId: { kind: 'reference', area: 'suppliers', filter: true, help: 'bills.help.party', width: 200 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 160 },
  purchaseOrderId: {
    kind: 'reference',
    area: 'purchaseOrders',
    where: { supplierId: '$supplierId' },
    filter: true,
    help: 'bills.help.purchaseOrderId',
    width: 130,
  },
  theirNo: { kind: 'text', mono: true, sort: true, filter: true, width: 150 },
  billDate: { kind: 'date', sort: true, filter: true, width: 120 },
  dueDate: { kind: 'date', sort: true, filter: true, help: 'bills.help.dueDate', width: 120 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  theirTotal: { kind: 'money', currencyField: 'currency', help: 'bills.help.theirTotal', width: 130 },
  file: { kind: 'file', visibility: 'intern', width: 140 },
  lines: pricedLines('currency', {
    orderNo: { kind: 'text', label: 'bills.lines.orderNo', maxLength: 30, width: 110 },
    ordered: { kind: 'decimal', label: 'bills.lines.ordered', scale: QTY_SCALE, min: 0, width: 90 },
    orderedPrice: { kind: 'decimal', label: 'bills.lines.orderedPrice', scale: PRICE_SCALE, min: 0, width: 100 },
    received: { kind: 'decimal', label: 'bills.lines.received', scale: QTY_SCALE, min: 0, width: 90 },
  }),
  remark: { kind: 'text', multiline: true, width: 220 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: BILL_STATUSES.map((value) => ({ value, label: `bills.statuses.${value}`, meaning: MEANING[value] })),
  },
  overdue: { kind: 'boolean', filter: true, width: 100 },
  net: { kind: 'money', currencyField: 'currency', width: 130 },
  tax: { kind: 'money', currencyField: 'currency', width: 120 },
  gross: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  settled: { kind: 'money', currencyField: 'currency', width: 130 },
  open: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  rate: { kind: 'decimal', scale: RATE_SCALE, width: 110 },
  differences: { kind: 'number', sort: true, filter: true, width: 110 },
  approvedAt: { kind: 'instant', filter: true, width: 160 },
  approvedBy: { kind: 'reference', area: 'users', width: 160 },
  disputedAt: { kind: 'instant', width: 160 },
  disputeReason: { kind: 'text', width: 240 },
  byCarrier: { kind: 'boolean', filter: true, width: 120 },
});
const main = [
  'no',
  'supplierId',
  'carrierId',
  'purchaseOrderId',
  'theirNo',
  'billDate',
  'dueDate',
  'currency',
  'theirTotal',
  'file',
  'remark',
] as const;
const undecided = { field: 'approvedAt', op: 'empty' } as const;

const list = (key: string) =>
  defineMask(area, {
    key,
    icon: 'container',
    fields,
    changeable: undecided,
    columns: [
      'no',
      'status',
      'supplierId',
      'carrierId',
      'theirNo',
      'dueDate',
      'gross',
      'open',
      'overdue',
      'differences',
      'purchaseOrderId',
      'billDate',
      { field: 'currency', hidden: true },
      { field: 'disputeReason', hidden: true },
      { field: 'byCarrier', hidden: true },
    ],
    filters: [
      'no',
      'theirNo',
      'supplierId',
      'carrierId',
      'purchaseOrderId',
      'status',
      'overdue',
      'billDate',
      'dueDate',
      'currency',
      'gross',
      'open',
      'differences',
      'byCarrier',
    ],
    show: {
      main: [...main, 'status', 'overdue', 'disputeReason', 'disputedAt', 'byCarrier'],
      lines: ['lines'],
      money: ['net', 'tax', 'gross', 'settled', 'open', 'rate', 'differences', 'approvedAt', 'approvedBy'],
    },
    form: { layout: 'page', sections: { main, lines: ['lines'] } },
    actions: [
      {
        key: 'approve',
        label: 'bills.actions.approve',
        on: 'row',
        call: { method: 'POST', path: '/v0/bills/:id/approve' },
        privilege: 'bills.update',
        confirm: 'submit',
        confirmText: 'bills.confirm.approve',
        when: { and: [undecided, { field: 'disputedAt', op: 'empty' }] },
      },
      {
        key: 'match',
        label: 'bills.actions.match',
        on: 'row',
        call: { method: 'POST', path: '/v0/bills/:id/match' },
        privilege: 'bills.update',
        when: { and: [undecided, { field: 'purchaseOrderId', op: 'filled' }] },
      },
      {
        key: 'dispute',
        label: 'bills.actions.dispute',
        on: 'row',
        call: { method: 'POST', path: '/v0/bills/:id/dispute' },
        privilege: 'bills.update',
        danger: true,
        confirmText: 'bills.confirm.dispute',
        when: {
          and: [
            { field: 'disputedAt', op: 'empty' },
            { field: 'status', op: 'ne', value: 'paid' },
          ],
        },
        ask: { reason: { kind: 'text', label: 'bills.fields.disputeReason', required: true, multiline: true, maxLength: 500 } },
      },
      {
        key: 'settleDispute',
        label: 'bills.actions.settleDispute',
        on: 'row',
        call: { method: 'POST', path: '/v0/bills/:id/settleDispute' },
        privilege: 'bills.update',
        when: { field: 'disputedAt', op: 'filled' },
      },
    ],
  });

export const billMasks = [list('purchase.bill.list')];
