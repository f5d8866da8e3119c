import { sql } from 'drizzle-orm';
import { priceRules as area } from '#contract/trade/price-rules';
import { type Rule, ruleFaults } from '#contract/trade/rule';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineMask } from '../../../core/http/mask.ts';
import { tariffs } from '../tariffs/table.ts';
import { fields } from './fields.ts';
import { priceRuleRoutes } from './routes.ts';
import { priceRules as table } from './table.ts';

/** Whom a rule is for, and in which currency, is said by its tariff. */
const findTariff = statement(
  { merchantId: tariffs.merchantId, currency: tariffs.currency },
  ({ id }: { id: string }) => sql`select merchant_id, currency from tariffs where id = ${id}::uuid and deleted_at is null`,
);

export const priceRules = defineServerArea({
  area,
  table,
  routes: priceRuleRoutes,
  // Every field has a default, so that a new row is complete.
  check: async ({ tx, values, current }) => {
    const rule = area.write.parse({ ...writable(current), ...values }) as Omit<Rule, 'id'> & { tariffId: string };
    const tariff = await findTariff.first(tx, { id: rule.tariffId });
    return tariff ? ruleFaults({ ...rule, ...tariff }) : [];
  },
  beforeSave: async ({ tx, values }) =>
    values.tariffId === undefined ? values : { ...values, ...(await findTariff.first(tx, { id: values.tariffId })) },
  masks: [
    defineMask(area, {
      key: 'a8g.base.quotation.new',
      icon: 'calculator',
      fields,
      columns: [
        'name',
        'bands',
        'markup',
        'tariffId',
        'merchantId',
        'categoryId',
        'per',
        'mode',
        'countries',
        'carrierIds',
        'validFrom',
        'validTo',
        // Prices carry theirs.
        { field: 'currency', hidden: true },
        { field: 'minAmount', hidden: true },
        { field: 'step', hidden: true },
        { field: 'zones', hidden: true },
        { field: 'itemKinds', hidden: true },
      ],
      filters: ['name', 'categoryId', 'tariffId', 'merchantId', 'currency', 'mode', 'per', 'countries', 'markup', 'validFrom', 'validTo'],
      sort: 'name',
      form: {
        layout: 'page',
        sections: {
          main: ['name', 'categoryId', 'tariffId'],
          price: ['mode', 'per', 'bands', 'step', 'minAmount', 'markup'],
          conditions: ['countries', 'carrierIds', 'zones', 'itemKinds', 'minWeight', 'maxWeight', 'conditions'],
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
