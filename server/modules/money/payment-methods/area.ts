import { paymentMethods as area, METHOD_KINDS } from '#contract/money/payment-methods';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { paymentMethods as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 120 },
  name: { kind: 'text', sort: true, filter: true, width: 240 },
  kind: {
    kind: 'choice',
    filter: true,
    width: 150,
    options: METHOD_KINDS.map((value) => ({ value, label: `paymentMethods.kinds.${value}` })),
  },
  accountId: { kind: 'reference', area: 'accounts', filter: true, width: 240 },
  active: { kind: 'boolean', filter: true, width: 90 },
});
const all = ['code', 'name', 'kind', 'accountId', 'active'] as const;

export const paymentMethods = defineServerArea({
  area,
  table,
  related: [{ area: 'payments', by: 'methodId', columns: ['no', 'paidOn', 'amount', 'open', 'status'] }],
  unique: [['code']],
  masks: [
    defineMask(area, {
      key: 'accounting.paymentMethod.list',
      icon: 'credit-card',
      fields,
      columns: all,
      filters: all,
      sort: 'code',
      form: { layout: 'drawer', sections: { main: all } },
      import: { fields: all, match: ['code'] },
    }),
  ],
});
