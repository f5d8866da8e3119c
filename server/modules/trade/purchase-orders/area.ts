import { lineFaults } from '#contract/money/lines';
import { type Currency, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { totalsOf } from '#contract/money/sums';
import { PURCHASE_STATUSES } from '#contract/trade/purchase';
import { purchaseOrders as area, type PurchaseLine } from '#contract/trade/purchase-orders';
import { defineServerArea, type Values } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions, vatOptions } from '../../money/index.ts';
import { purchaseRoutes } from './routes.ts';
import { purchaseOrders as table } from './table.ts';

const MEANING = {
  draft: 'wait',
  ordered: 'work',
  partlyReceived: 'work',
  received: 'done',
  closed: 'closed',
  cancelled: 'closed',
} as const;

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 120 },
  supplierId: { kind: 'reference', area: 'suppliers', filter: true, width: 220 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180, help: 'purchaseOrders.help.merchantId' },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: PURCHASE_STATUSES.map((value) => ({ value, label: `purchaseOrders.statuses.${value}`, meaning: MEANING[value] })),
  },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  expectedAt: { kind: 'date', sort: true, filter: true, width: 130 },
  reference: { kind: 'text', filter: true, width: 160 },
  lines: {
    kind: 'lines',
    priced: 'currency',
    carry: ['vatCategory', 'vatRate', 'unit'],
    details: ['supplierCode', 'unit', 'vatCategory', 'vatRate'],
    columns: {
      sku: { kind: 'text', mono: true, editor: 'purchaseOrders.item', label: 'purchaseOrders.lines.sku', maxLength: 64, width: 120 },
      text: { kind: 'text', label: 'purchaseOrders.lines.text', required: true, maxLength: 200, width: 140 },
      supplierCode: { kind: 'text', mono: true, label: 'purchaseOrders.lines.supplierCode', maxLength: 64, width: 130 },
      qty: { kind: 'decimal', scale: QTY_SCALE, min: 1, label: 'purchaseOrders.lines.qty', required: true, default: 1000, width: 64 },
      unit: { kind: 'text', label: 'purchaseOrders.lines.unit', maxLength: 20, width: 52 },
      unitPrice: { kind: 'decimal', scale: PRICE_SCALE, min: 0, label: 'purchaseOrders.lines.unitPrice', required: true, width: 88 },
      vatCategory: { kind: 'choice', label: 'purchaseOrders.lines.vatCategory', options: vatOptions, default: 'S', width: 230 },
      vatRate: { kind: 'percent', label: 'purchaseOrders.lines.vatRate', default: 1900, width: 90 },
    },
  },
  note: { kind: 'text', multiline: true, width: 240 },
  net: { kind: 'money', currencyField: 'currency', sort: true, width: 120 },
  tax: { kind: 'money', currencyField: 'currency', width: 110 },
  gross: { kind: 'money', currencyField: 'currency', sort: true, width: 120 },
  pieces: { kind: 'number', width: 100, total: true },
  received: { kind: 'number', width: 100, total: true },
  orderedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  cancelledAt: { kind: 'instant', width: 160 },
  closedAt: { kind: 'instant', width: 160 },
  inboundId: { kind: 'reference', area: 'tasks', width: 140 },
});

/** Recomputes the sums with every write of the lines. */
function summed(values: Values, current: Values | null): Values {
  if (!('lines' in values) && !('currency' in values)) return values;
  const row = { ...current, ...values } as { lines?: PurchaseLine[]; currency?: Currency };
  const { net, tax, gross } = totalsOf(row.lines ?? [], row.currency ?? 'EUR');
  return { ...values, net, tax, gross };
}

export const purchaseOrders = defineServerArea({
  area,
  table,
  number: { field: 'no', prefix: 'PO-' },
  routes: purchaseRoutes,
  check: ({ values, current }) => {
    // A placed order cannot be changed, because the supplier has it.
    if (current && current['status'] !== 'draft') return [{ path: 'status', rule: 'fixed' }];
    const row = { ...current, ...values } as { lines?: PurchaseLine[]; currency?: Currency };
    return lineFaults(row.lines ?? [], row.currency ?? 'EUR');
  },
  beforeSave: ({ values, current }) => summed(values, current),
  masks: [
    defineMask(area, {
      key: 'purchase.orders.list',
      facts: ['supplierId', 'gross', 'expectedAt', 'pieces', 'received'],
      next: [
        { action: 'order', text: 'purchaseOrders.next.order' },
        { when: { field: 'status', op: 'eq', value: 'received' }, action: 'bill', text: 'purchaseOrders.next.bill' },
        { when: { field: 'status', op: 'in', value: ['ordered', 'partlyReceived'] }, text: 'purchaseOrders.next.receive', meaning: 'wait' },
      ],
      icon: 'shopping',
      fields,
      columns: [
        'no',
        'supplierId',
        'merchantId',
        'status',
        'expectedAt',
        'pieces',
        'received',
        'gross',
        'reference',
        'inboundId',
        { field: 'net', hidden: true },
        { field: 'orderedAt', hidden: true },
      ],
      views: [
        { key: 'drafts', label: 'purchaseOrders.views.drafts', filters: [{ field: 'status', op: 'eq', value: 'draft' }] },
        {
          key: 'expected',
          label: 'purchaseOrders.views.expected',
          filters: [{ field: 'status', op: 'in', value: ['ordered', 'partlyReceived'] }],
        },
        { key: 'received', label: 'purchaseOrders.statuses.received', filters: [{ field: 'status', op: 'eq', value: 'received' }] },
      ],
      filters: ['no', 'supplierId', 'merchantId', 'status', 'expectedAt', 'currency', 'reference', 'orderedAt'],
      form: {
        layout: 'page',
        sections: { main: ['supplierId', 'merchantId', 'currency', 'expectedAt', 'reference'], goods: ['lines'], note: ['note'] },
      },
      show: {
        main: ['no', 'status', 'supplierId', 'merchantId', 'expectedAt', 'reference'],
        receipt: ['pieces', 'received', 'inboundId', 'orderedAt', 'closedAt', 'cancelledAt'],
        goods: ['lines'],
        note: ['note'],
      },
      actions: [
        {
          key: 'order',
          label: 'purchaseOrders.actions.order',
          done: 'purchaseOrders.done.order',
          icon: 'send',
          on: 'row',
          call: { method: 'POST', path: '/v0/purchaseOrders/:id/order' },
          when: { field: 'status', op: 'eq', value: 'draft' },
          privilege: 'purchaseOrders.update',
        },
        {
          key: 'bill',
          label: 'purchaseOrders.actions.bill',
          done: 'purchaseOrders.done.bill',
          on: 'row',
          call: { method: 'POST', path: '/v0/purchaseOrders/:id/bill' },
          when: { not: { field: 'status', op: 'in', value: ['draft', 'cancelled'] } },
          privilege: 'bills.create',
          ask: {
            theirNo: { kind: 'text', label: 'bills.fields.theirNo', required: true, mono: true, maxLength: 40 },
            billDate: { kind: 'date', label: 'bills.fields.billDate', required: true },
            theirTotal: {
              kind: 'money',
              currencyField: 'currency',
              label: 'bills.fields.theirTotal',
              help: 'bills.help.theirTotal',
              required: true,
            },
            file: { kind: 'file', label: 'bills.fields.file', visibility: 'intern' },
          },
        },
        {
          key: 'close',
          label: 'purchaseOrders.actions.close',
          done: 'purchaseOrders.done.close',
          on: 'row',
          call: { method: 'POST', path: '/v0/purchaseOrders/:id/close' },
          when: { field: 'status', op: 'in', value: ['ordered', 'partlyReceived'] },
          privilege: 'purchaseOrders.update',
        },
        {
          key: 'cancel',
          label: 'purchaseOrders.actions.cancel',
          done: 'purchaseOrders.done.cancel',
          on: 'row',
          call: { method: 'POST', path: '/v0/purchaseOrders/:id/cancel' },
          when: { field: 'status', op: 'in', value: ['draft', 'ordered'] },
          confirm: 'cancel',
          confirmText: 'purchaseOrders.confirm.cancel',
          danger: true,
          privilege: 'purchaseOrders.update',
        },
      ],
    }),
  ],
});
