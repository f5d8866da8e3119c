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
  taxId: { kind: 'reference', area: 'tax', filter: true, width: 160 },
  position: { kind: 'number', sort: true, min: 0, width: 100 },
  active: { kind: 'boolean', filter: true, width: 90 },
});

export const quotationCategories = defineServerArea({
  area,
  table,
  related: [{ area: 'priceRules', by: 'categoryId', columns: ['name', 'merchantId', 'currency', 'validFrom'] }],
  unique: [['code']],
  masks: [
    defineMask(area, {
      key: 'a8g.quotation.category.list',
      icon: 'tags',
      fields,
      columns: ['position', 'code', 'name', 'text', 'unit', 'taxId', 'active'],
      filters: ['code', 'name', 'unit', 'taxId', 'active'],
      sort: 'position',
      form: { layout: 'drawer', sections: { main: ['code', 'name', 'text', 'unit', 'taxId', 'position', 'active'] } },
      import: { fields: ['code', 'name', 'text', 'unit', 'position', 'active'], match: ['code'] },
    }),
  ],
});
