import type { ActionSpec, FieldSpec } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { invoices as area } from '#contract/money/invoices';
import { defineMask } from '../../../core/http/mask.ts';
import { printAction } from '../../printing/index.ts';
import { fields, payer } from './fields.ts';
import { collect, collectOverdue, next, pay } from './next-steps.ts';

const is = (field: string, value: string): Condition => ({ field, op: 'eq', value });
const posted: Condition = { and: [is('kind', 'invoice'), { field: 'status', op: 'ne', value: 'draft' }] };
const call = (path: string) => ({ method: 'POST', path: `/v0/invoices/:id/${path}` }) as const;
const step = (key: string, when: Condition, more: Partial<ActionSpec> = {}): ActionSpec => ({
  key,
  label: `invoices.actions.${key}`,
  done: `invoices.done.${key}`,
  on: 'row',
  call: call(key),
  privilege: 'invoices.update',
  when,
  ...more,
});
/** What posting fixes. */
const POSTED = ['partyName', 'net', 'tax', 'gross', 'dueDate'];
const actions: ActionSpec[] = [
  step(
    'post',
    { and: [is('status', 'draft'), is('kind', 'invoice')] },
    { confirm: 'submit', confirmText: 'invoices.confirm.post', shows: POSTED },
  ),
  // The same call under a second key, because the confirmation names the type of document.
  step(
    'postCreditNote',
    { and: [is('status', 'draft'), is('kind', 'creditNote')] },
    {
      label: 'invoices.actions.post',
      done: 'invoices.done.postCreditNote',
      call: call('post'),
      confirm: 'submit',
      confirmText: 'invoices.confirm.postCreditNote',
      shows: POSTED,
    },
  ),
  step('send', { field: 'status', op: 'ne', value: 'draft' }, { icon: 'mail', confirm: 'submit', confirmText: 'invoices.confirm.send' }),
  step('terms', { and: [is('status', 'draft'), is('kind', 'invoice')] }),
  step('credit', { and: [posted, { field: 'status', op: 'ne', value: 'reversed' }] }),
  step(
    'reverse',
    { and: [posted, { field: 'status', op: 'ne', value: 'reversed' }] },
    { confirm: 'cancel', confirmText: 'invoices.confirm.reverse', danger: true },
  ),
  step('reissue', posted),
];
const until: FieldSpec = { kind: 'date', label: 'dunningHolds.fields.until', required: true };
const reason: FieldSpec = { kind: 'text', label: 'dunningHolds.fields.reason', required: true, maxLength: 300 };
/** Keeps an open invoice out of dunning runs. */
const holds: ActionSpec[] = (['promise', 'block'] as const).map((kind) =>
  step(
    kind,
    { and: [posted, { field: 'open', op: 'gt', value: 0 }] },
    {
      label: `dunningHolds.actions.${kind}`,
      done: `dunningHolds.done.${kind}`,
      call: { ...call('dunningHold'), body: { kind } },
      privilege: 'dunningHolds.create',
      ask: kind === 'promise' ? { until, reason } : { until: { ...until, required: false, help: 'dunningHolds.help.until' }, reason },
      inMenu: true,
    },
  ),
);
const unreversed: Condition = { and: [posted, { field: 'status', op: 'ne', value: 'reversed' }] };
/** A merchant disputes a line of a posted invoice, chosen in a dialog. Of one that is reversed nothing is left to dispute. */
const dispute: ActionSpec = {
  key: 'dispute',
  label: 'chargeDisputes.actions.open',
  on: 'row',
  dialog: 'invoices.dispute',
  privilege: 'chargeDisputes.open',
  when: unreversed,
  inMenu: true,
};
/** The charges behind an invoice of a billing run, which always names its days. One written by hand may name them too; the call then refuses. */
const annex: ActionSpec = step(
  'annex',
  { and: [posted, { field: 'serviceFrom', op: 'filled' }] },
  {
    call: { method: 'GET', path: '/v0/invoices/:id/annex' },
    privilege: 'invoices.read',
    inMenu: true,
    ask: {
      format: {
        kind: 'choice',
        label: 'invoices.ask.format',
        required: true,
        default: 'xlsx',
        options: (['xlsx', 'csv'] as const).map((value) => ({ value, label: `invoices.annexFormats.${value}` })),
      },
    },
  },
);
const prints = [...printAction('invoice', is('kind', 'invoice')), ...printAction('creditNote', is('kind', 'creditNote'))];

const columns = [
  'no',
  'status',
  'kind',
  'partyName',
  'issueDate',
  'dueDate',
  'gross',
  'open',
  'overdue',
  'reference',
  { field: 'net', hidden: true },
  { field: 'tax', hidden: true },
  { field: 'settled', hidden: true },
  { field: 'currency', hidden: true },
  { field: 'forMerchantId', hidden: true },
  { field: 'reversesId', hidden: true },
  { field: 'taskId', hidden: true },
  { field: 'pdfFile', hidden: true },
  { field: 'xmlFile', hidden: true },
] as const;
const filters = [
  'no',
  'status',
  'overdue',
  'kind',
  'partyName',
  'merchantId',
  'customerId',
  'currency',
  'issueDate',
  'dueDate',
  'gross',
  'open',
  'reference',
  'forMerchantId',
  'reversesId',
  'taskId',
] as const;
const head = [
  'merchantId',
  'customerId',
  'forMerchantId',
  'currency',
  'reference',
  'serviceFrom',
  'serviceTo',
  'paymentDays',
  'note',
] as const;
const show = {
  main: [
    'no',
    'kind',
    'status',
    'overdue',
    'partyName',
    'partyVatId',
    'partyAddress',
    'forMerchantId',
    'reference',
    'reversesId',
    'taskId',
  ],
  lines: ['lines'],
  money: ['net', 'tax', 'gross', 'settled', 'credited', 'open', 'currency', 'rate'],
  dates: ['issueDate', 'dueDate', 'serviceFrom', 'serviceTo', 'paymentDays', 'postedAt', 'note'],
  files: ['pdfFile', 'pdfHash', 'xmlFile', 'xmlHash'],
} as const;

const facts = ['partyName', 'gross', 'open', 'dueDate', 'reference'] as const;
/** Posted documents cannot be changed; a credit note reverses them. */
const changeable = { field: 'status', op: 'eq', value: 'draft' } as const;

const views = [
  { key: 'drafts', label: 'invoices.views.drafts', filters: [{ field: 'status', op: 'eq' as const, value: 'draft' }] },
  { key: 'unpaid', label: 'invoices.views.unpaid', filters: [{ field: 'open', op: 'gt' as const, value: '0' }] },
  { key: 'overdue', label: 'invoices.views.overdue', filters: [{ field: 'overdue', op: 'eq' as const, value: 'true' }] },
  { key: 'paid', label: 'invoices.statuses.paid', filters: [{ field: 'status', op: 'eq' as const, value: 'paid' }] },
];

const list = (key: string, currency?: 'EUR' | 'USD') =>
  defineMask(area, {
    key,
    icon: 'account-book',
    fields,
    facts,
    next,
    columns,
    filters,
    show,
    changeable,
    views,
    oneOf: [{ label: 'common.fields.party', fields: ['merchantId', 'customerId'] }],
    form: { layout: 'page', sections: { main: head, lines: ['lines'] } },
    actions: [...actions, ...collectOverdue, ...holds, dispute, annex, ...prints],
    ...(currency
      ? { title: currency === 'EUR' ? 'menu.invoicesEur' : 'menu.invoicesUsd', fixed: [{ field: 'currency', op: 'eq', value: currency }] }
      : {}),
  });

export const invoiceMasks = [
  list('sales.invoice.list'),
  list('invoice.sale.eur.list', 'EUR'),
  list('invoice.sale.usd.list', 'USD'),
  // All open items of the invoices, below the balances by party and currency.
  defineMask(area, {
    key: 'invoice.balance.query',
    facts,
    icon: 'fund',
    title: 'menu.openItems',
    fields,
    columns: [
      'no',
      'kind',
      'partyName',
      'dueDate',
      'overdue',
      'open',
      'gross',
      'issueDate',
      { field: 'settled', hidden: true },
      'currency',
    ],
    filters: ['partyName', 'merchantId', 'customerId', 'currency', 'dueDate', 'overdue', 'open', 'kind'],
    fixed: [{ field: 'open', op: 'gt', value: '0' }],
    sort: 'dueDate',
    show,
    changeable,
    next: collect,
    actions: [...collectOverdue, ...holds, ...prints],
  }),
  // A merchant sees posted invoices: the PDF, the total and the open amount.
  defineMask(area, {
    key: 'mEP.invoice.list',
    facts: ['partyName', 'gross', 'open', 'dueDate', 'reference'],
    icon: 'account-book',
    fields: {
      ...Object.fromEntries(Object.entries(fields).filter(([name]) => !['merchantId', 'forMerchantId', 'rate', 'credited'].includes(name))),
      ...payer,
    },
    columns: [
      'no',
      'status',
      'kind',
      'issueDate',
      'dueDate',
      'gross',
      'open',
      'overdue',
      'pdfFile',
      // Few merchants have one.
      { field: 'customerId', aside: true },
      { field: 'reference', hidden: true },
    ],
    filters: ['no', 'kind', 'status', 'customerId', 'overdue', 'currency', 'issueDate', 'dueDate', 'gross', 'open'],
    changeable,
    show: {
      main: [
        'no',
        'kind',
        'status',
        'overdue',
        'customerId',
        'partyName',
        'partyVatId',
        'partyAddress',
        'reference',
        'reversesId',
        'taskId',
      ],
      lines: ['lines'],
      money: ['net', 'tax', 'gross', 'settled', 'open', 'currency'],
      dates: ['issueDate', 'dueDate', 'serviceFrom', 'serviceTo', 'note'],
      files: ['pdfFile', 'xmlFile'],
    },
    next: pay,
    actions: [dispute, annex, ...prints],
  }),
];
