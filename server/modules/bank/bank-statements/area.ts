import { bankStatements as area } from '#contract/bank/bank-statements';
import { STATEMENT_FORMATS } from '#contract/bank/statement';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../../money/index.ts';
import { bankStatementRoutes } from './routes.ts';
import { bankStatements as table } from './table.ts';

const money = { kind: 'money', currencyField: 'currency', width: 140 } as const;
const FORMAT_NAMES = { 'camt.053': 'CAMT.053', 'camt.052': 'CAMT.052', 'camt.054': 'CAMT.054', mt940: 'MT940', csv: 'CSV' } as const;
const fields = defineFields(area, {
  bankAccountId: { kind: 'reference', area: 'bankAccounts', filter: true, width: 180 },
  format: {
    kind: 'choice',
    filter: true,
    width: 110,
    options: STATEMENT_FORMATS.map((value) => ({
      value,
      label: { en: FORMAT_NAMES[value], cn: FORMAT_NAMES[value], de: FORMAT_NAMES[value] },
    })),
  },
  number: { kind: 'text', filter: true, width: 110 },
  fromOn: { kind: 'date', sort: true, filter: true, width: 120 },
  toOn: { kind: 'date', sort: true, filter: true, width: 120 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  opening: money,
  closing: money,
  added: { kind: 'number', width: 90 },
  known: { kind: 'number', help: 'bankStatements.help.known', width: 120 },
  gap: { ...money, help: 'bankStatements.help.gap' },
  fileName: { kind: 'text', filter: true, width: 220 },
  checksum: { kind: 'text', mono: true, width: 220 },
  part: { kind: 'number', width: 80 },
});

export const bankStatements = defineServerArea({
  area,
  table,
  related: [{ area: 'bankEntries', by: 'statementId', columns: ['bookedOn', 'counterparty', 'purpose', 'amount', 'state'], limit: 20 }],
  routes: bankStatementRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.bankStatement.list',
      icon: 'file-text',
      fields,
      columns: [
        'bankAccountId',
        'number',
        'toOn',
        'format',
        'opening',
        'closing',
        'added',
        'known',
        'gap',
        { field: 'fromOn', hidden: true },
        { field: 'fileName', hidden: true },
      ],
      filters: ['bankAccountId', 'number', 'fromOn', 'toOn', 'format', 'currency', 'fileName'],
      sort: '-toOn',
      facts: ['bankAccountId', 'toOn', 'opening', 'closing'],
      show: {
        main: ['bankAccountId', 'format', 'number', 'fromOn', 'toOn'],
        money: ['currency', 'opening', 'closing', 'gap', 'added', 'known'],
        file: ['fileName', 'checksum', 'part', 'createdAt'],
      },
    }),
  ],
});
