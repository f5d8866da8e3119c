import { tax as area } from '#contract/money/tax';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { vatOptions } from '../fields.ts';
import { tax as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 120 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  country: { kind: 'text', pattern: 'countryCode', filter: true, sort: true, width: 150 },
  category: { kind: 'choice', filter: true, width: 180, options: vatOptions },
  rate: { kind: 'percent', sort: true, filter: true, width: 100 },
  reverseCharge: { kind: 'boolean', filter: true, width: 130 },
  validFrom: { kind: 'date', filter: true, sort: true, width: 120 },
  validTo: { kind: 'date', filter: true, sort: true, width: 120 },
});

export const tax = defineServerArea({
  area,
  table,
  unique: [['code']],
  check: ({ values, current }) => {
    const { validFrom, validTo } = { ...current, ...values } as { validFrom?: string | null; validTo?: string | null };
    const { category, rate } = { category: 'S', rate: 0, ...current, ...values };
    return [
      ...(validFrom && validTo && validTo < validFrom ? [{ path: 'validTo', rule: 'beforeStart' }] : []),
      ...(category === 'S' && rate === 0 ? [{ path: 'rate', rule: 'vatRateMissing' }] : []),
      ...(category !== 'S' && rate !== 0 ? [{ path: 'rate', rule: 'vatRateZero' }] : []),
    ];
  },
  masks: [
    defineMask(area, {
      key: 'sys.tax.list',
      icon: 'percentage',
      fields,
      columns: ['code', 'name', 'country', 'category', 'rate', 'reverseCharge', 'validFrom', 'validTo'],
      filters: ['code', 'name', 'country', 'category', 'rate', 'reverseCharge', 'validFrom', 'validTo'],
      sort: 'code',
      form: {
        layout: 'drawer',
        sections: { main: ['code', 'name', 'country', 'category', 'rate', 'reverseCharge', 'validFrom', 'validTo'] },
      },
      import: { fields: ['code', 'name', 'country', 'category', 'rate', 'reverseCharge', 'validFrom', 'validTo'], match: ['code'] },
    }),
  ],
});
