import { transactions as area, SOURCES } from '#contract/money/transactions';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../fields.ts';
import { entryFacts } from './entry-facts.ts';
import { ledgerRoutes } from './routes.ts';
import { transactions as table } from './table.ts';

const fields = defineFields(area, {
  bookedOn: { kind: 'date', sort: true, filter: true, width: 120 },
  accountId: { kind: 'reference', area: 'accounts', filter: true, width: 240 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  debit: { kind: 'money', currencyField: 'currency', blankZero: true, filter: true, sort: true, width: 140 },
  credit: { kind: 'money', currencyField: 'currency', blankZero: true, filter: true, sort: true, width: 140 },
  base: { kind: 'money', currency: 'EUR', total: true, width: 140, help: 'transactions.help.base' },
  source: {
    kind: 'choice',
    filter: true,
    width: 130,
    options: SOURCES.map((value) => ({ value, label: `transactions.sources.${value}` })),
  },
  documentNo: { kind: 'text', filter: true, sort: true, width: 140 },
  party: { kind: 'text', filter: true, width: 200 },
  text: { kind: 'text', filter: true, width: 200 },
  entryId: { kind: 'text', mono: true, filter: true, width: 290 },
  reversesId: { kind: 'text', mono: true, filter: true, width: 290 },
  taxCode: { kind: 'text', mono: true, filter: true, sort: true, width: 110 },
  taxOn: { kind: 'date', filter: true, sort: true, help: 'transactions.help.taxOn', width: 120 },
  partyAccount: { kind: 'text', mono: true, filter: true, width: 120 },
  batchId: { kind: 'text', mono: true, filter: true, width: 290 },
  manualId: { kind: 'reference', area: 'manualEntries', filter: true, width: 160 },
  invoiceId: { kind: 'reference', area: 'invoices', filter: true, width: 140 },
  billId: { kind: 'reference', area: 'bills', filter: true, width: 140 },
  paymentId: { kind: 'reference', area: 'payments', filter: true, width: 140 },
});

const entryLines = ['accountId', 'debit', 'credit', 'base', 'text'] as const;
/** More lines than an entry usually has. */
const ENTRY_LINES = 50;

export const transactions = defineServerArea({
  area,
  table,
  journal: true,
  facts: ({ tx, row }) => entryFacts(tx, row.entryId),
  related: [
    {
      key: 'entry',
      area: 'transactions',
      by: 'entryId',
      from: 'entryId',
      columns: entryLines,
      sort: 'sortAt',
      limit: ENTRY_LINES,
      title: 'transactions.related.entry',
    },
    { area: 'invoices', by: 'id', from: 'invoiceId', columns: ['no', 'status', 'issueDate', 'dueDate', 'gross', 'open'] },
    { area: 'bills', by: 'id', from: 'billId', columns: ['no', 'status', 'billDate', 'dueDate', 'gross', 'open'] },
    { area: 'payments', by: 'id', from: 'paymentId', columns: ['no', 'status', 'paidOn', 'amount', 'open'] },
    { area: 'manualEntries', by: 'id', from: 'manualId', columns: ['no', 'kind', 'bookedOn', 'total', 'status'] },
    {
      key: 'reversed',
      area: 'transactions',
      by: 'entryId',
      from: 'reversesId',
      columns: entryLines,
      title: 'transactions.related.reversed',
    },
    {
      key: 'reversal',
      area: 'transactions',
      by: 'reversesId',
      from: 'entryId',
      columns: ['bookedOn', ...entryLines],
      title: 'transactions.related.reversal',
    },
  ],
  routes: ledgerRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.transaction.list',
      icon: 'swap',
      facts: ['bookedOn', 'documentNo', 'party', 'accountId'],
      fields,
      columns: [
        'bookedOn',
        'documentNo',
        'accountId',
        'debit',
        'credit',
        'base',
        'source',
        'party',
        'text',
        'taxCode',
        { field: 'taxOn', hidden: true },
        { field: 'partyAccount', hidden: true },
        { field: 'batchId', hidden: true },
        { field: 'currency', hidden: true },
        { field: 'invoiceId', hidden: true },
        { field: 'billId', hidden: true },
        { field: 'paymentId', hidden: true },
        { field: 'entryId', hidden: true },
      ],
      // Without its account a line says nothing on a phone.
      card: ['accountId', 'party'],
      filters: [
        'bookedOn',
        'accountId',
        'source',
        'documentNo',
        'party',
        'currency',
        'debit',
        'credit',
        'text',
        'taxCode',
        'taxOn',
        'partyAccount',
        'invoiceId',
        'billId',
        'paymentId',
        'manualId',
        'batchId',
        'entryId',
      ],
      show: {
        main: ['debit', 'credit', 'currency', 'base', 'text'],
        tax: ['taxCode', 'taxOn', 'partyAccount', 'batchId'],
        cause: ['source', 'invoiceId', 'billId', 'paymentId', 'manualId', 'reversesId', 'createdAt'],
      },
    }),
  ],
});
