import type { Condition } from '#contract/core/mask-condition';
import { bills as area } from '#contract/money/bills';
import { RATE_SCALE } from '#contract/money/scale';
import { BILL_KINDS, BILL_STATUSES } from '#contract/money/status';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../fields.ts';
import { pricedLines } from '../line-columns.ts';
import { APPROVE, CREDIT, isBill, isCredit, openCredit } from './credit-actions.ts';
import { orderColumns } from './order-columns.ts';

const MEANING = { entered: 'work', disputed: 'stop', approved: 'work', partPaid: 'work', paid: 'done' } as const;

export const fields = defineFields(area, {
  kind: {
    kind: 'choice',
    sort: true,
    filter: true,
    width: 110,
    options: BILL_KINDS.map((value) => ({ value, label: `bills.kinds.${value}` })),
  },
  creditsId: { kind: 'reference', area: 'bills', filter: true, width: 150 },
  no: { kind: 'text', sort: true, filter: true, createOnly: true, help: 'common.help.numbered', width: 110 },
  supplierId: { kind: 'reference', area: 'suppliers', filter: true, width: 200 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 160 },
  purchaseOrderId: {
    kind: 'reference',
    area: 'purchaseOrders',
    where: { supplierId: '$supplierId' },
    filter: true,
    help: 'bills.help.purchaseOrderId',
    width: 130,
  },
  theirNo: { kind: 'text', sort: true, filter: true, width: 150 },
  billDate: { kind: 'date', sort: true, filter: true, width: 120 },
  serviceOn: { kind: 'date', help: 'bills.help.serviceOn', width: 120 },
  receivedOn: { kind: 'date', help: 'bills.help.receivedOn', width: 120 },
  dueDate: { kind: 'date', sort: true, filter: true, help: 'bills.help.dueDate', width: 120 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  theirTotal: { kind: 'money', currencyField: 'currency', help: 'bills.help.theirTotal', width: 130 },
  file: { kind: 'file', visibility: 'intern', width: 140 },
  lines: pricedLines('currency', orderColumns, ['note', 'unit', 'discount', 'vatCategory', ...Object.keys(orderColumns)]),
  remark: { kind: 'text', multiline: true, width: 220 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: BILL_STATUSES.map((value) => ({ value, label: `bills.statuses.${value}`, meaning: MEANING[value] })),
  },
  overdue: { kind: 'boolean', pastDue: 'dueDate', filter: true, width: 136 },
  net: { kind: 'money', currencyField: 'currency', width: 130 },
  tax: { kind: 'money', currencyField: 'currency', width: 120 },
  gross: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  rounding: { kind: 'money', currencyField: 'currency', blankZero: true, help: 'bills.help.rounding', width: 110 },
  settled: { kind: 'money', currencyField: 'currency', width: 130 },
  open: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  rate: { kind: 'decimal', scale: RATE_SCALE, width: 110 },
  differences: { kind: 'number', sort: true, filter: true, width: 110 },
  aboveReceipt: { kind: 'number', filter: true, help: 'bills.help.aboveReceipt', width: 120 },
  refused: { kind: 'money', currencyField: 'currency', width: 120 },
  beforeService: { kind: 'boolean', filter: true, help: 'bills.help.beforeService', width: 130 },
  approvalReason: { kind: 'text', width: 240 },
  approvedAt: { kind: 'instant', filter: true, width: 160 },
  approvedBy: { kind: 'reference', area: 'users', width: 160 },
  disputedAt: { kind: 'instant', width: 160 },
  disputeReason: { kind: 'text', width: 240 },
  byCarrier: { kind: 'boolean', filter: true, width: 120 },
});
const main = ['supplierId', 'carrierId', 'purchaseOrderId', 'theirNo', 'billDate', 'theirTotal', 'currency'] as const;
/** What a bill without a value of its own takes from elsewhere: its lines come before it. */
const more = ['serviceOn', 'receivedOn', 'dueDate', 'no', 'file', 'remark'] as const;
const reason = { kind: 'text', label: 'bills.fields.approvalReason', required: true, multiline: true, maxLength: 500 } as const;
const undisputed = { field: 'disputedAt', op: 'empty' } as const;
const undecided = { field: 'approvedAt', op: 'empty' } as const;

/** Nothing that was delivered speaks against it. */
const plain: Condition[] = [
  isBill,
  undecided,
  undisputed,
  { field: 'aboveReceipt', op: 'eq', value: 0 },
  { field: 'beforeService', op: 'eq', value: false },
];

const list = (key: string) =>
  defineMask(area, {
    key,
    icon: 'receipt',
    fields,
    changeable: undecided,
    facts: ['supplierId', 'carrierId', 'gross', 'open', 'dueDate'],
    next: [
      { action: 'settleDispute', text: 'bills.next.settleDispute', meaning: 'stop' },
      { action: 'approve', text: 'bills.next.approve' },
      { action: 'approveDiffering', text: 'bills.next.approveDiffering', meaning: 'wait' },
      { action: 'approveAboveReceipt', text: 'bills.next.approveAboveReceipt', meaning: 'wait' },
      { action: 'approveCredit', text: 'bills.next.approveCredit' },
      { action: 'allocate', text: 'bills.next.allocate', meaning: 'wait' },
      { action: 'approveBeforeService', text: 'bills.next.approveBeforeService', meaning: 'wait' },
      {
        when: { and: [isBill, { field: 'open', op: 'gt', value: 0 }] },
        text: 'bills.next.pay',
        meaning: 'wait',
        open: {
          path: '/accounting/payment/new?set.direction=out&set.supplierId=:supplierId&set.carrierId=:carrierId&set.currency=:currency&set.amount=:open&set.reference=:theirNo',
          label: 'bills.next.recordPayment',
          privilege: 'payments.create',
        },
      },
    ],
    columns: [
      'no',
      'status',
      'kind',
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
    views: [
      { key: 'toApprove', label: 'bills.views.toApprove', filters: [{ field: 'status', op: 'eq', value: 'entered' }] },
      { key: 'disputed', label: 'bills.statuses.disputed', filters: [{ field: 'status', op: 'eq', value: 'disputed' }] },
      { key: 'unpaid', label: 'bills.views.unpaid', filters: [{ field: 'status', op: 'in', value: ['approved', 'partPaid'] }] },
      { key: 'overdue', label: 'bills.views.overdue', filters: [{ field: 'overdue', op: 'eq', value: 'true' }] },
      { key: 'paid', label: 'bills.statuses.paid', filters: [{ field: 'status', op: 'eq', value: 'paid' }] },
    ],
    filters: [
      'no',
      'kind',
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
      main: [
        'no',
        ...main,
        'serviceOn',
        'receivedOn',
        'dueDate',
        'file',
        'remark',
        'kind',
        'creditsId',
        'status',
        'overdue',
        'disputeReason',
        'disputedAt',
        'byCarrier',
      ],
      lines: ['lines'],
      money: [
        'net',
        'tax',
        'rounding',
        'gross',
        'settled',
        'open',
        'rate',
        'differences',
        'aboveReceipt',
        'beforeService',
        'refused',
        'approvedAt',
        'approvedBy',
        'approvalReason',
      ],
    },
    oneOf: [{ label: 'common.fields.party', fields: ['supplierId', 'carrierId'] }],
    form: { layout: 'page', sections: { main, lines: ['lines'], more } },
    actions: [
      {
        ...APPROVE,
        key: 'approve',
        confirmText: 'bills.confirm.approve',
        when: { and: [...plain, { field: 'differences', op: 'eq', value: 0 }] },
      },
      {
        ...APPROVE,
        key: 'approveDiffering',
        confirmText: 'bills.confirm.approveDiffering',
        when: { and: [...plain, { field: 'differences', op: 'gt', value: 0 }] },
      },
      {
        ...APPROVE,
        key: 'approveCredit',
        label: 'bills.actions.approveCredit',
        done: 'bills.done.approveCredit',
        confirmText: 'bills.confirm.approveCredit',
        when: { and: [isCredit, undecided, undisputed] },
      },
      // The same call with a reason. The server refuses it without one.
      {
        ...APPROVE,
        key: 'approveAboveReceipt',
        confirmText: 'bills.confirm.approveAboveReceipt',
        danger: true,
        when: { and: [undecided, undisputed, { field: 'aboveReceipt', op: 'gt', value: 0 }] },
        ask: { reason },
      },
      {
        ...APPROVE,
        key: 'approveBeforeService',
        confirmText: 'bills.confirm.approveBeforeService',
        danger: true,
        when: {
          and: [undecided, undisputed, { field: 'aboveReceipt', op: 'eq', value: 0 }, { field: 'beforeService', op: 'eq', value: true }],
        },
        ask: { reason },
      },
      {
        key: 'approvePart',
        label: 'bills.actions.approvePart',
        done: 'bills.done.approvePart',
        on: 'row',
        call: { method: 'POST', path: '/v0/bills/:id/approve' },
        privilege: 'bills.update',
        when: { and: [undecided, { field: 'gross', op: 'gt', value: 0 }] },
        ask: {
          amount: { kind: 'money', currencyField: 'currency', label: 'bills.ask.amount', help: 'bills.ask.amountHelp', required: true },
          reason: { ...reason, label: 'bills.ask.partReason' },
        },
      },
      CREDIT,
      {
        key: 'allocate',
        label: 'payments.actions.allocate',
        on: 'row',
        dialog: 'bills.allocate',
        privilege: 'payments.update',
        when: openCredit,
      },
      {
        key: 'match',
        label: 'bills.actions.match',
        done: 'bills.done.match',
        on: 'row',
        call: { method: 'POST', path: '/v0/bills/:id/match' },
        privilege: 'bills.update',
        when: { and: [undecided, { field: 'purchaseOrderId', op: 'filled' }] },
      },
      {
        key: 'dispute',
        label: 'bills.actions.dispute',
        done: 'bills.done.dispute',
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
        done: 'bills.done.settleDispute',
        on: 'row',
        call: { method: 'POST', path: '/v0/bills/:id/settleDispute' },
        privilege: 'bills.update',
        when: { field: 'disputedAt', op: 'filled' },
      },
    ],
  });

export const billMasks = [list('purchase.bill.list')];
