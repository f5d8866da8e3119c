import { BILLED } from '#contract/money/circles';
import { invoices as area } from '#contract/money/invoices';
import { RATE_SCALE } from '#contract/money/scale';
import { INVOICE_KINDS, INVOICE_STATUSES } from '#contract/money/status';
import { defineFields } from '../../../core/http/mask.ts';
import { currencyOptions } from '../fields.ts';
import { pricedLines } from '../line-columns.ts';

const MEANING = { draft: 'wait', posted: 'work', partPaid: 'work', paid: 'done', reversed: 'closed' } as const;

export const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 140 },
  kind: { kind: 'choice', filter: true, width: 120, options: INVOICE_KINDS.map((value) => ({ value, label: `invoices.kinds.${value}` })) },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  customerId: { kind: 'reference', area: 'customers', filter: true, width: 180 },
  forMerchantId: {
    kind: 'reference',
    area: 'merchants',
    filter: true,
    help: 'invoices.help.forMerchantId',
    width: 180,
    audience: 'house',
  },
  partyName: { kind: 'text', sort: true, filter: true, width: 220 },
  partyVatId: { kind: 'text', mono: true, width: 150 },
  partyAddress: { kind: 'address', width: 260 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions(BILLED) },
  issueDate: { kind: 'date', sort: true, filter: true, width: 120 },
  dueDate: { kind: 'date', sort: true, filter: true, width: 120 },
  serviceFrom: { kind: 'date', width: 120 },
  serviceTo: { kind: 'date', help: 'invoices.help.serviceTo', width: 120 },
  paymentDays: { kind: 'number', min: 0, max: 365, unit: 'd', help: 'invoices.help.paymentDays', width: 110 },
  reference: { kind: 'text', filter: true, width: 180 },
  // What most lines have in common stands below the row, so that a line has one row on a tablet.
  lines: pricedLines('currency', {}, ['note', 'unit', 'discount', 'vatCategory']),
  note: { kind: 'text', multiline: true, width: 240 },
  net: { kind: 'money', currencyField: 'currency', sort: true, width: 130 },
  tax: { kind: 'money', currencyField: 'currency', width: 120 },
  gross: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  settled: { kind: 'money', currencyField: 'currency', width: 130 },
  credited: { kind: 'money', currencyField: 'currency', width: 130 },
  open: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: INVOICE_STATUSES.map((value) => ({ value, label: `invoices.statuses.${value}`, meaning: MEANING[value] })),
  },
  overdue: { kind: 'boolean', pastDue: 'dueDate', filter: true, width: 136 },
  rate: { kind: 'decimal', scale: RATE_SCALE, width: 110 },
  reversesId: { kind: 'reference', area: 'invoices', filter: true, width: 150 },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 150 },
  postedAt: { kind: 'instant', filter: true, width: 160 },
  pdfFile: { kind: 'file', visibility: 'intern', width: 120 },
  pdfHash: { kind: 'text', mono: true, width: 300 },
  xmlFile: { kind: 'file', visibility: 'intern', width: 120 },
  xmlHash: { kind: 'text', mono: true, width: 300 },
});

/** As a merchant reads it of invoices for its services that a customer pays. */
export const payer = defineFields(area, {
  customerId: { kind: 'reference', area: 'customers', label: 'invoices.fields.payer', filter: true, width: 180 },
});
