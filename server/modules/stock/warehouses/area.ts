import { warehouses as area, WAREHOUSE_KINDS } from '#contract/stock/warehouses';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { planRoutes } from './plan.ts';
import { warehouses as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 120 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  storehouseId: { kind: 'reference', area: 'storehouses', filter: true, width: 220 },
  kind: {
    kind: 'choice',
    filter: true,
    width: 140,
    options: WAREHOUSE_KINDS.map((value) => ({ value, label: `warehouses.kinds.${value}` })),
  },
  description: { kind: 'text', multiline: true, width: 300 },
});

export const warehouses = defineServerArea({
  area,
  table,
  related: [{ area: 'compartments', by: 'warehouseId', columns: ['code', 'kind', 'zone', 'blockedReason'] }],
  unique: [['code']],
  routes: planRoutes,
  masks: [
    defineMask(area, {
      key: 'wms.warehouse.list',
      icon: 'home',
      fields,
      columns: ['code', 'name', 'storehouseId', 'kind', 'description'],
      filters: ['code', 'name', 'storehouseId', 'kind'],
      sort: 'code',
      form: { layout: 'drawer', sections: { main: ['code', 'name', 'storehouseId', 'kind', 'description'] } },
      import: { fields: ['code', 'name', 'storehouseId', 'kind', 'description'], match: ['code'] },
    }),
  ],
});
