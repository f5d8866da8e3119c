import { lineFaults } from '#contract/money/lines';
import { type Currency, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { type Taxed, totalsOf } from '#contract/money/sums';
import { QUOTATION_STATUSES } from '#contract/trade/quotation';
import { quotations as area } from '#contract/trade/quotations';
import { defineServerArea, type Values } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions, vatOptions } from '../../money/index.ts';
import { printAction } from '../../printing/index.ts';
import { quotationRoutes } from './routes.ts';
import { quotations as table } from './table.ts';

const MEANING = { draft: 'wait', sent: 'work', accepted: 'done', declined: 'closed', replaced: 'closed' } as const;

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 120 },
  revision: { kind: 'number', width: 90 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  customerId: { kind: 'reference', area: 'customers', filter: true, width: 180 },
  subject: { kind: 'text', sort: true, filter: true, width: 260 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: QUOTATION_STATUSES.map((value) => ({ value, label: `quotations.statuses.${value}`, meaning: MEANING[value] })),
  },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  validUntil: { kind: 'date', default: 'today+30', sort: true, filter: true, width: 120 },
  lines: {
    kind: 'lines',
    priced: 'currency',
    carry: ['vatCategory', 'vatRate', 'unit'],
    details: ['note', 'unit', 'discount', 'vatCategory'],
    columns: {
      text: { kind: 'text', label: 'quotations.lines.text', required: true, maxLength: 200, width: 260 },
      note: { kind: 'text', label: 'quotations.lines.note', maxLength: 200, width: 180 },
      qty: { kind: 'decimal', scale: QTY_SCALE, min: 1, label: 'quotations.lines.qty', required: true, default: 1000, width: 80 },
      unit: { kind: 'text', label: 'quotations.lines.unit', maxLength: 20, width: 90 },
      unitPrice: { kind: 'decimal', scale: PRICE_SCALE, min: 0, label: 'quotations.lines.unitPrice', required: true, width: 100 },
      discount: { kind: 'percent', label: 'quotations.lines.discount', default: 0, width: 90 },
      vatCategory: { kind: 'choice', label: 'quotations.lines.vatCategory', options: vatOptions, default: 'S', width: 170 },
      vatRate: { kind: 'percent', label: 'quotations.lines.vatRate', default: 1900, width: 84 },
    },
  },
  note: { kind: 'text', multiline: true, width: 240 },
  net: { kind: 'money', currencyField: 'currency', sort: true, width: 120 },
  tax: { kind: 'money', currencyField: 'currency', width: 110 },
  gross: { kind: 'money', currencyField: 'currency', sort: true, width: 120 },
  sentAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  acceptedAt: { kind: 'instant', width: 160 },
  declinedAt: { kind: 'instant', width: 160 },
  declineReason: { kind: 'text', width: 200 },
  replacedAt: { kind: 'instant', width: 160 },
  replacesId: { kind: 'reference', area: 'quotations', width: 160 },
  invoiceId: { kind: 'reference', area: 'invoices', width: 140 },
});

type Priced = { lines?: (Taxed & { id: string })[]; currency?: Currency; merchantId?: string | null; customerId?: string | null };

/** Recomputes the sums with every write of the lines. */
function summed(values: Values, current: Values | null): Values {
  if (!('lines' in values) && !('currency' in values)) return values;
  const row = { ...current, ...values } as Priced;
  const { net, tax, gross } = totalsOf(row.lines ?? [], row.currency ?? 'EUR');
  return { ...values, net, tax, gross };
}

const action = (key: 'send' | 'mail' | 'accept' | 'decline' | 'revise' | 'undoAcceptance', status: string[]) =>
  ({
    key,
    label: `quotations.actions.${key}`,
    done: `quotations.done.${key}`,
    on: 'row',
    call: { method: 'POST', path: `/v0/quotations/:id/${key}` },
    when: { field: 'status', op: 'in', value: status },
    privilege: 'quotations.update',
  }) as const;

export const quotations = defineServerArea({
  area,
  table,
  related: [
    { area: 'outgoingMails', by: 'quotationId', columns: ['no', 'status', 'mailTo', 'sentAt', 'error'] },
    { area: 'quotations', by: 'replacesId', columns: ['no', 'revision', 'status', 'gross'], title: 'quotations.related.revisions' },
  ],
  number: { field: 'no', prefix: 'QU-' },
  routes: quotationRoutes,
  check: ({ values, current }) => {
    // A sent quotation cannot be changed; a revision replaces it.
    if (current && current['status'] !== 'draft') return [{ path: 'status', rule: 'fixed' }];
    const row = { ...current, ...values } as Priced;
    if (Boolean(row.merchantId) === Boolean(row.customerId)) return [{ path: 'customerId', rule: 'oneParty' }];
    return lineFaults(row.lines ?? [], row.currency ?? 'EUR');
  },
  beforeSave: ({ values, current }) => summed(values, current),
  masks: [
    defineMask(area, {
      key: 'sale.quotation.list',
      facts: ['customerId', 'merchantId', 'gross', 'validUntil', 'sentAt'],
      next: [
        { action: 'send', text: 'quotations.next.send' },
        { action: 'accept', text: 'quotations.next.accept', meaning: 'wait' },
        {
          when: {
            and: [
              { field: 'status', op: 'eq', value: 'accepted' },
              { field: 'invoiceId', op: 'filled' },
            ],
          },
          text: 'quotations.next.invoice',
          open: { path: '/sales/invoices/:invoiceId', label: 'quotations.next.open', privilege: 'invoices.read' },
        },
        { when: { field: 'status', op: 'eq', value: 'declined' }, action: 'revise', text: 'quotations.next.revise', meaning: 'wait' },
      ],
      icon: 'file-text',
      fields,
      changeable: { field: 'status', op: 'eq', value: 'draft' },
      columns: [
        'no',
        'revision',
        'subject',
        'status',
        'merchantId',
        'customerId',
        'validUntil',
        'gross',
        'invoiceId',
        { field: 'net', hidden: true },
        { field: 'sentAt', hidden: true },
      ],
      filters: ['no', 'subject', 'merchantId', 'customerId', 'status', 'validUntil', 'currency', 'sentAt'],
      oneOf: [{ label: 'common.fields.party', fields: ['merchantId', 'customerId'] }],
      form: {
        layout: 'page',
        sections: { main: ['subject', 'merchantId', 'customerId', 'currency', 'validUntil'], lines: ['lines'], note: ['note'] },
      },
      show: {
        main: ['no', 'revision', 'status', 'subject', 'merchantId', 'customerId', 'validUntil'],
        lines: ['lines'],
        answer: ['sentAt', 'acceptedAt', 'declinedAt', 'declineReason', 'replacedAt', 'replacesId', 'invoiceId'],
        note: ['note'],
      },
      actions: [
        action('send', ['draft']),
        { ...action('mail', ['sent', 'accepted']), icon: 'mail', confirm: 'submit', confirmText: 'quotations.confirm.mail' },
        action('accept', ['sent']),
        {
          ...action('decline', ['sent']),
          ask: { reason: { kind: 'text', label: 'quotations.actions.reason', required: true, maxLength: 500 } },
        },
        action('revise', ['sent', 'declined']),
        ...printAction('quotation'),
        { ...action('undoAcceptance', ['accepted']), confirm: 'reset', confirmText: 'quotations.confirm.undoAcceptance', danger: true },
      ],
    }),
  ],
});
