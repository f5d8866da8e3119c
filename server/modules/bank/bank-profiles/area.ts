import { bankProfiles as area, DECIMAL_NAMES, SEPARATOR_NAMES } from '#contract/bank/bank-profiles';
import { CSV_DAYS } from '#contract/bank/statement';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { bankProfiles as table } from './table.ts';

const heading = { kind: 'text', width: 150 } as const;
const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  separator: {
    kind: 'choice',
    width: 130,
    options: SEPARATOR_NAMES.map((value) => ({ value, label: `bankProfiles.separators.${value}` })),
  },
  decimal: { kind: 'choice', width: 130, options: DECIMAL_NAMES.map((value) => ({ value, label: `bankProfiles.decimals.${value}` })) },
  day: { kind: 'choice', width: 130, options: CSV_DAYS.map((value) => ({ value, label: { en: value, cn: value, de: value } })) },
  skip: { kind: 'number', min: 0, max: 50, help: 'bankProfiles.help.skip', width: 110 },
  bookedOn: { ...heading, help: 'bankProfiles.help.heading' },
  valueOn: heading,
  amount: { ...heading, help: 'bankProfiles.help.amount' },
  debit: heading,
  credit: heading,
  currency: heading,
  counterparty: heading,
  iban: heading,
  bic: heading,
  endToEnd: heading,
  mandate: heading,
  purpose: heading,
  bankRef: heading,
  balance: { ...heading, help: 'bankProfiles.help.balance' },
});
const layout = ['separator', 'decimal', 'day', 'skip'] as const;
const columns = [
  'bookedOn',
  'valueOn',
  'amount',
  'debit',
  'credit',
  'balance',
  'currency',
  'counterparty',
  'iban',
  'bic',
  'endToEnd',
  'mandate',
  'purpose',
  'bankRef',
] as const;

export const bankProfiles = defineServerArea({
  area,
  table,
  related: [{ area: 'bankAccounts', by: 'profileId', columns: ['name', 'iban'] }],
  unique: [['name']],
  check: ({ values, current }) => {
    const row = { amount: '', debit: '', credit: '', ...current, ...values };
    return row.amount !== '' || (row.debit !== '' && row.credit !== '') ? [] : [{ path: 'amount', rule: 'required' }];
  },
  masks: [
    defineMask(area, {
      key: 'accounting.bankProfile.list',
      icon: 'table',
      fields,
      columns: ['name', ...layout],
      filters: ['name'],
      sort: 'name',
      form: { layout: 'page', sections: { main: ['name', ...layout], columns } },
    }),
  ],
});
