import { accountantExports as area, EXPORT_KINDS } from '#contract/money/accountant-exports';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { accountantExportRoutes } from './routes.ts';
import { accountantExports as table } from './table.ts';

const fields = defineFields(area, {
  no: { kind: 'text', mono: true, sort: true, filter: true, width: 110 },
  kind: {
    kind: 'choice',
    filter: true,
    width: 140,
    options: EXPORT_KINDS.map((value) => ({ value, label: `accountantExports.kinds.${value}` })),
  },
  firstDay: { kind: 'date', sort: true, filter: true, width: 120 },
  lastDay: { kind: 'date', sort: true, filter: true, width: 120 },
  part: { kind: 'number', help: 'accountantExports.help.part', width: 80 },
  // Without a total: an export for an audit holds entries that were handed over before.
  entries: { kind: 'number', width: 110 },
  rows: { kind: 'number', width: 110 },
  debit: { kind: 'money', currency: 'EUR', width: 150 },
  fixed: { kind: 'boolean', filter: true, help: 'accountantExports.help.fixed', width: 120 },
  file: { kind: 'file', visibility: 'intern', width: 140 },
  checksum: { kind: 'text', mono: true, width: 320 },
  madeBy: { kind: 'reference', area: 'users', filter: true, width: 170 },
});

export const accountantExports = defineServerArea({
  area,
  table,
  related: [{ area: 'transactions', by: 'batchId', columns: ['bookedOn', 'documentNo', 'accountId', 'debit', 'credit', 'text'] }],
  masks: [
    defineMask(area, {
      key: 'accounting.export.list',
      icon: 'export',
      fields,
      columns: ['no', 'kind', 'firstDay', 'lastDay', 'part', 'entries', 'debit', 'fixed', 'file', 'createdAt', 'madeBy'],
      filters: ['kind', 'firstDay', 'madeBy'],
      sort: '-createdAt',
      actions: [
        {
          key: 'audit',
          icon: 'plus',
          label: 'accountantExports.actions.audit',
          on: 'list',
          call: { method: 'POST', path: '/v0/accountantExports/audit' },
          privilege: 'accountantExports.make',
          ask: {
            from: { kind: 'date', label: 'accountantExports.ask.from', required: true },
            to: { kind: 'date', label: 'accountantExports.ask.to', required: true },
          },
        },
      ],
      show: {
        main: ['kind', 'firstDay', 'lastDay', 'part', 'fixed', 'file'],
        made: ['entries', 'rows', 'debit', 'checksum', 'createdAt', 'madeBy'],
      },
    }),
  ],
  routes: accountantExportRoutes,
});
