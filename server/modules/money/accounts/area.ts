import { ACCOUNT_KINDS, accounts as area } from '#contract/money/accounts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { ACCOUNT_NAMES, storedAccountName } from '../account-names.ts';
import { currencyOptions } from '../fields.ts';
import { accounts as table } from './table.ts';

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, width: 100 },
  name: { kind: 'text', sort: true, filter: true, width: 260 },
  kind: {
    kind: 'choice',
    sort: true,
    filter: true,
    createOnly: true,
    width: 170,
    options: ACCOUNT_KINDS.map((value) => ({ value, label: `accounts.kinds.${value}` })),
  },
  currency: { kind: 'choice', filter: true, createOnly: true, width: 100, options: currencyOptions() },
  standard: { kind: 'boolean', filter: true, help: 'accounts.help.standard', width: 110 },
  active: { kind: 'boolean', filter: true, width: 90 },
  balance: { kind: 'money', currencyField: 'currency', sort: true, help: 'accounts.help.balance', width: 150 },
  base: { kind: 'money', currency: 'EUR', sort: true, total: true, width: 150 },
});

/** Entries depend on the kind and currency of their account. Neither can be changed. */
const FOR_EVER = ['kind', 'currency'] as const;

export const accounts = defineServerArea({
  area,
  table,
  related: [
    { area: 'transactions', by: 'accountId', columns: ['bookedOn', 'documentNo', 'party', 'debit', 'credit', 'text'] },
    { area: 'paymentMethods', by: 'accountId', columns: ['code', 'name', 'kind'] },
    { area: 'payments', by: 'accountId', columns: ['no', 'paidOn', 'amount', 'status'] },
  ],
  computed: ['balance', 'base'],
  unique: [['no']],
  words: { name: ACCOUNT_NAMES },
  beforeSave: ({ values, current }) =>
    current && typeof values.name === 'string' ? { ...values, name: storedAccountName(values.name, current.name) } : values,
  check: ({ values, current }) =>
    current ? FOR_EVER.filter((key) => key in values && values[key] !== current[key]).map((path) => ({ path, rule: 'fixed' })) : [],
  masks: [
    defineMask(area, {
      key: 'accounting.account.list',
      icon: 'bank',
      fields,
      columns: ['no', 'name', 'kind', 'currency', 'balance', 'base', 'standard', { field: 'active', hidden: true }],
      filters: ['no', 'name', 'kind', 'currency', 'standard', 'active'],
      sort: 'no',
      actions: [
        {
          key: 'statement',
          label: 'accounts.actions.statement',
          icon: 'file-text',
          on: 'row',
          open: '/accounting/statement?accountId=:id',
          privilege: 'transactions.read',
        },
      ],
      show: { main: ['no', 'name', 'kind', 'currency', 'standard', 'active'], balance: ['balance', 'base'] },
      form: { layout: 'drawer', sections: { main: ['no', 'name', 'kind', 'currency', 'standard', 'active'] } },
      import: { fields: ['no', 'name', 'kind', 'currency', 'standard', 'active'], match: ['no'] },
    }),
  ],
});
