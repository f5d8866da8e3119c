import { storehouses as area } from '#contract/stock/storehouses';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { storehouses as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 120 },
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  address: { kind: 'address', width: 300 },
  timezone: { kind: 'text', width: 150 },
  contact: { kind: 'text', width: 160 },
  phone: { kind: 'phone', width: 150 },
});

export const storehouses = defineServerArea({
  area,
  table,
  related: [
    { area: 'warehouses', by: 'storehouseId', columns: ['code', 'name', 'kind'] },
    { area: 'carriers', by: 'storehouseId', columns: ['code', 'name', 'cutOff'] },
    { area: 'collections', by: 'storehouseId', columns: ['no', 'status', 'pickupDate'] },
  ],
  unique: [['code']],
  masks: [
    defineMask(area, {
      key: 'wms.storehouse.list',
      icon: 'bank',
      fields,
      columns: ['code', 'name', 'address', 'timezone', 'contact', 'phone'],
      filters: ['code', 'name'],
      sort: 'code',
      form: { layout: 'drawer', sections: { main: ['code', 'name', 'address', 'timezone', 'contact', 'phone'] } },
      import: { fields: ['code', 'name', 'address', 'timezone', 'contact', 'phone'], match: ['code'] },
    }),
  ],
});
