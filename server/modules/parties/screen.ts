import { CURRENCIES } from '#contract/core/fields';
import type { ActionSpec, FieldSpec } from '#contract/core/mask';
import { INVOICE_FORMATS } from '#contract/money/e-invoice-formats';
import { type billingFields, INCOTERMS, partyFaults, type partyFields } from '#contract/parties/party';
import type { RelatedRows, Values } from '../../core/http/area.ts';
import type { FieldInput } from '../../core/http/mask.ts';
import { printAction } from '../printing/index.ts';

/** Field settings shared by customers and suppliers. */
export const partyFieldInputs = {
  no: { kind: 'text', sort: true, filter: true, help: 'common.help.numbered', width: 110 },
  name: { kind: 'text', sort: true, filter: true, width: 260 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  vatId: { kind: 'text', mono: true, filter: true, width: 140 },
  currency: {
    kind: 'choice',
    filter: true,
    width: 90,
    options: CURRENCIES.map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  paymentDays: { kind: 'number', min: 0, max: 365, unit: 'd', width: 110 },
  discountDays: { kind: 'number', min: 0, max: 365, unit: 'd', width: 110 },
  discountPercent: { kind: 'percent', width: 110 },
  creditLimit: { kind: 'money', currencyField: 'currency', filter: true, width: 130 },
  incoterm: {
    kind: 'choice',
    filter: true,
    width: 110,
    options: INCOTERMS.filter(Boolean).map((value) => ({ value, label: { en: value, cn: value, de: value } })),
  },
  iban: { kind: 'text', mono: true, width: 220 },
  contact: { kind: 'text', filter: true, width: 160 },
  email: { kind: 'email', filter: true, width: 220 },
  invoiceEmail: { kind: 'email', width: 220 },
  phone: { kind: 'phone', width: 150 },
  address: { kind: 'address', width: 280 },
  deliveryAddress: { kind: 'address', width: 280 },
  remark: { kind: 'text', multiline: true, width: 280 },
} satisfies Record<keyof typeof partyFields, FieldInput>;

/** Field settings of merchants and customers. */
export const billingInputs = {
  invoiceFormat: {
    kind: 'choice',
    filter: true,
    help: 'parties.help.invoiceFormat',
    width: 170,
    options: INVOICE_FORMATS.map((value) => ({ value, label: `parties.invoiceFormats.${value}` })),
  },
  buyerReference: { kind: 'text', help: 'parties.help.buyerReference', width: 180 },
} satisfies Record<keyof typeof billingFields, FieldInput>;

const DOCUMENTS = {
  quotation: { path: '/sales/quotations', privilege: 'quotations.create' },
  order: { path: '/purchases/orders', privilege: 'purchaseOrders.create' },
  invoice: { path: '/sales/invoices', privilege: 'invoices.create' },
} as const;

/** List, form and import shared by customers and suppliers. */
export const partyScreen = {
  facts: ['no', 'contact', 'paymentDays', 'creditLimit'],
  columns: [
    'no',
    'name',
    'merchantId',
    'contact',
    'email',
    'phone',
    'address',
    { field: 'currency', hidden: true },
    { field: 'vatId', hidden: true },
  ],
  filters: ['no', 'name', 'merchantId', 'contact', 'email', 'currency', 'vatId'],
  form: {
    layout: 'page',
    sections: {
      main: ['no', 'name', 'merchantId', 'vatId'],
      contact: ['contact', 'email', 'phone', 'invoiceEmail', 'address', 'deliveryAddress'],
      terms: ['currency', 'paymentDays', 'discountPercent', 'discountDays', 'creditLimit', 'incoterm', 'iban', 'remark'],
    },
  },
  import: {
    fields: [
      'no',
      'name',
      'merchantId',
      'vatId',
      'currency',
      'paymentDays',
      'discountPercent',
      'discountDays',
      'creditLimit',
      'incoterm',
      'iban',
      'contact',
      'email',
      'invoiceEmail',
      'phone',
      'address',
      'deliveryAddress',
      'remark',
    ],
    match: ['no'],
  },
} as const;

/** The document that is written most for a party, with the party filled in. */
export const nextDocument = (document: 'quotation' | 'order' | 'invoice', party: 'customerId' | 'supplierId' | 'merchantId') =>
  ({
    text: `parties.next.${document}`,
    open: {
      path: `${DOCUMENTS[document].path}/new?set.${party}=:id`,
      label: `parties.next.new.${document}`,
      privilege: DOCUMENTS[document].privilege,
    },
  }) as const;

/** Prints or sends the statement of account; it says what invoices say. */
const days: ActionSpec['ask'] = {
  from: { kind: 'date', label: 'parties.actions.from', help: 'parties.help.statement' },
  to: { kind: 'date', label: 'parties.actions.to' },
};
export const statementActions = (area: 'merchants' | 'customers'): ActionSpec[] => [
  ...printAction(area === 'merchants' ? 'merchantStatement' : 'customerStatement').map((action) => ({
    ...action,
    privilege: 'invoices.read',
    inMenu: true,
  })),
  {
    key: 'statementFile',
    label: 'parties.actions.statementFile',
    done: 'parties.done.statementFile',
    icon: 'download',
    on: 'row',
    call: { method: 'GET', path: `/v0/${area}/:id/statement` },
    privilege: 'invoices.read',
    inMenu: true,
    ask: days,
  },
  {
    key: 'statement',
    label: 'parties.actions.statement',
    done: 'parties.done.statement',
    confirmText: 'parties.confirm.statement',
    icon: 'mail',
    on: 'row',
    call: { method: 'POST', path: `/v0/${area}/:id/statement` },
    privilege: 'invoices.update',
    inMenu: true,
    ask: days,
  },
];

const reason: FieldSpec = { kind: 'text', label: 'dunningHolds.fields.reason', required: true, maxLength: 300 };
const until: FieldSpec = { kind: 'date', label: 'dunningHolds.fields.until', help: 'dunningHolds.help.until' };
/** Keeps all invoices of a party out of dunning runs. */
export const holdActions = (area: 'merchants' | 'customers'): ActionSpec[] =>
  (['promise', 'block'] as const).map((kind) => ({
    key: kind,
    label: `dunningHolds.actions.${kind}`,
    done: `dunningHolds.done.${kind}`,
    on: 'row',
    call: { method: 'POST', path: `/v0/${area}/:id/dunningHold`, body: { kind } },
    privilege: 'dunningHolds.create',
    inMenu: true,
    ask: { until: kind === 'promise' ? { ...until, required: true } : until, reason },
  }));

/** What a party owes and was reminded of, below its invoices. */
export const owedLists = (by: 'merchantId' | 'customerId'): RelatedRows[] => [
  { area: 'dunningLetters', by, columns: ['no', 'level', 'status', 'due', 'payUntil', 'sentAt'], audience: 'house' },
  { area: 'dunningHolds', by, columns: ['kind', 'invoiceId', 'until', 'reason'], audience: 'house' },
];

/** Refuses numbers with wrong check digits. */
export const partyCheck = ({ values }: { values: Values }) => partyFaults(values);
