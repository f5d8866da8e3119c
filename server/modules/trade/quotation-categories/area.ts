import { METER_UNITS, METERS } from '#contract/trade/meters';
import { quotationCategories as area } from '#contract/trade/quotation-categories';
import { UNITS } from '#contract/trade/rule';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { quotationCategories as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 140 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  text: { kind: 'texts', width: 280 },
  unit: {
    kind: 'choice',
    filter: true,
    width: 140,
    options: UNITS.map((value) => ({ value, label: `quotationCategories.units.${value}` })),
  },
  meter: {
    kind: 'choice',
    filter: true,
    width: 200,
    help: 'quotationCategories.help.meter',
    options: METERS.map((value) => ({ value, label: `quotationCategories.meters.${value.replace('.', '_')}` })),
  },
  meteredFrom: { kind: 'date', filter: true, width: 130, help: 'quotationCategories.help.meteredFrom' },
  taxId: { kind: 'reference', area: 'tax', filter: true, width: 160 },
  position: { kind: 'number', sort: true, min: 0, width: 100 },
  active: { kind: 'boolean', filter: true, width: 90 },
});

export const quotationCategories = defineServerArea({
  area,
  table,
  related: [{ area: 'priceRules', by: 'categoryId', columns: ['name', 'merchantId', 'currency', 'validFrom'] }],
  unique: [['code']],
  check: ({ values, current }) => {
    const { meter, unit = 'order', meteredFrom } = { ...current, ...values };
    if (!meter) return [];
    if (!METER_UNITS[meter].includes(unit)) return [{ path: 'unit', rule: 'unitOfMeter' }];
    return meteredFrom ? [] : [{ path: 'meteredFrom', rule: 'required' }];
  },
  masks: [
    defineMask(area, {
      key: 'a8g.quotation.category.list',
      icon: 'tags',
      fields,
      columns: ['code', 'name', 'text', 'unit', 'meter', 'meteredFrom', 'taxId', 'active', { field: 'position', hidden: true }],
      filters: ['code', 'name', 'unit', 'meter', 'meteredFrom', 'taxId', 'active'],
      sort: 'position',
      form: {
        layout: 'drawer',
        sections: { main: ['code', 'name', 'text', 'unit', 'meter', 'meteredFrom', 'taxId', 'position', 'active'] },
      },
      import: { fields: ['code', 'name', 'text', 'unit', 'position', 'active'], match: ['code'] },
    }),
  ],
});
