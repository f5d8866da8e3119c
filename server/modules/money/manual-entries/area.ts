import { manualEntries as area, MANUAL_KINDS, MANUAL_STATUSES, MAX_ENTRY_LINES } from '#contract/money/manual-entries';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { today } from '../entry.ts';
import { currencyOptions } from '../fields.ts';
import { bookManual, entryFaults, titledLines } from '../manual-entry.ts';
import { manualEntryRoutes } from './routes.ts';
import { manualEntries as table } from './table.ts';

const MEANING = { posted: 'done', reversed: 'closed' } as const;
const money = { kind: 'money', currencyField: 'currency', blankZero: true } as const;

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, help: 'common.help.numbered', width: 110 },
  kind: {
    kind: 'choice',
    filter: true,
    width: 150,
    options: MANUAL_KINDS.map((value) => ({ value, label: `manualEntries.kinds.${value}` })),
  },
  bookedOn: { kind: 'date', default: 'today', sort: true, filter: true, help: 'manualEntries.help.bookedOn', width: 120 },
  currency: { kind: 'choice', filter: true, help: 'manualEntries.help.currency', width: 90, options: currencyOptions() },
  text: { kind: 'text', filter: true, width: 280 },
  lines: {
    kind: 'lines',
    columns: {
      accountId: { kind: 'reference', label: 'manualEntries.lines.accountId', area: 'accounts', required: true, width: 260 },
      debit: { ...money, label: 'manualEntries.lines.debit', width: 120 },
      credit: { ...money, label: 'manualEntries.lines.credit', width: 120 },
      taxId: { kind: 'reference', label: 'manualEntries.lines.taxId', area: 'tax', width: 150 },
      text: { kind: 'text', label: 'manualEntries.lines.text', maxLength: 200, width: 220 },
    },
    max: MAX_ENTRY_LINES,
  },
  total: { kind: 'money', currencyField: 'currency', sort: true, filter: true, width: 130 },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: MANUAL_STATUSES.map((value) => ({ value, label: `manualEntries.statuses.${value}`, meaning: MEANING[value] })),
  },
  reversedAt: { kind: 'instant', width: 160 },
  reversedBy: { kind: 'reference', area: 'users', width: 160 },
  reason: { kind: 'text', width: 240 },
});
const head = ['kind', 'bookedOn', 'currency', 'text'] as const;

export const manualEntries = defineServerArea({
  area,
  table,
  related: [
    {
      area: 'transactions',
      by: 'manualId',
      columns: ['bookedOn', 'accountId', 'debit', 'credit', 'text'],
      title: 'invoices.related.journal',
    },
  ],
  number: { field: 'no', prefix: 'J-' },
  // The entry in the ledger is written after the row that it names.
  computed: ['status', 'entryId', 'reversedAt', 'reversedBy'],
  check: async ({ tx, values }) => {
    const errors = await entryFaults(tx, values);
    if ((values.bookedOn ?? '') > (await today(tx))) errors.unshift({ path: 'bookedOn', rule: 'inFuture' });
    return errors;
  },
  beforeSave: async ({ tx, values }) => {
    const lines = await titledLines(tx, values.lines ?? []);
    return { ...values, lines, total: lines.reduce((sum, { debit }) => sum + (debit ?? 0), 0) };
  },
  afterSave: ({ tx, row }) => bookManual(tx, row),
  routes: manualEntryRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.entry.list',
      icon: 'file-text',
      fields,
      facts: ['kind', 'bookedOn', 'total', 'text'],
      columns: [
        'no',
        'bookedOn',
        'kind',
        'text',
        'total',
        'status',
        { field: 'currency', hidden: true },
        { field: 'reason', hidden: true },
      ],
      filters: ['no', 'bookedOn', 'kind', 'text', 'total', 'currency', 'status'],
      sort: '-bookedOn',
      show: { main: ['no', ...head, 'total'], lines: ['lines'], state: ['status', 'reversedAt', 'reversedBy', 'reason', 'createdAt'] },
      form: { layout: 'page', sections: { main: head, lines: ['lines'] } },
      actions: [
        {
          key: 'reverse',
          label: 'manualEntries.actions.reverse',
          done: 'manualEntries.done.reverse',
          on: 'row',
          call: { method: 'POST', path: '/v0/manualEntries/:id/reverse' },
          privilege: 'manualEntries.reverse',
          danger: true,
          confirmText: 'manualEntries.confirm.reverse',
          when: { field: 'status', op: 'ne', value: 'reversed' },
          ask: { reason: { kind: 'text', label: 'manualEntries.fields.reason', required: true, maxLength: 200 } },
        },
      ],
    }),
  ],
});
