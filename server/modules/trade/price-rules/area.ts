import { priceRules as area } from '#contract/trade/price-rules';
import { type Rule, ruleFaults } from '#contract/trade/rule';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineMask } from '../../../core/http/mask.ts';
import { fields } from './fields.ts';
import { priceRuleRoutes } from './routes.ts';
import { priceRules as table } from './table.ts';

export const priceRules = defineServerArea({
  area,
  table,
  routes: priceRuleRoutes,
  // Every field has a default, so that a new row is complete.
  check: ({ values, current }) => ruleFaults(area.write.parse({ ...writable(current), ...values }) as Omit<Rule, 'id'>),
  masks: [
    defineMask(area, {
      key: 'a8g.base.quotation.new',
      icon: 'calculator',
      fields,
      columns: [
        'name',
        'categoryId',
        'merchantId',
        'currency',
        'bands',
        'markup',
        'mode',
        'countries',
        'carrierIds',
        'validFrom',
        'validTo',
        { field: 'minAmount', hidden: true },
        { field: 'step', hidden: true },
        { field: 'zones', hidden: true },
        { field: 'itemKinds', hidden: true },
      ],
      filters: ['name', 'categoryId', 'merchantId', 'currency', 'mode', 'countries', 'markup', 'validFrom', 'validTo'],
      sort: 'name',
      form: {
        layout: 'page',
        sections: {
          main: ['name', 'categoryId', 'merchantId', 'currency'],
          price: ['mode', 'bands', 'step', 'minAmount', 'markup'],
          conditions: ['countries', 'carrierIds', 'zones', 'itemKinds', 'minWeight', 'maxWeight'],
          validity: ['validFrom', 'validTo'],
        },
      },
    }),
  ],
});

/** The writable fields of a stored row. */
function writable(current: Record<string, unknown> | null): Record<string, unknown> {
  return Object.fromEntries(Object.keys(area.write.shape).flatMap((key) => (current && key in current ? [[key, current[key]]] : [])));
}
