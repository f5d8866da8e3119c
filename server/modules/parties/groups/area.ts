import { groups as area } from '#contract/parties/groups';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { groups as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 140 },
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  itemIds: { kind: 'references', area: 'items', filter: true, width: 320 },
  color: { kind: 'color' },
  description: { kind: 'text', multiline: true, width: 280 },
});

export const groups = defineServerArea({
  area,
  table,
  unique: [['merchantId', 'code']],
  masks: [
    defineMask(area, {
      key: 'merchant.group.list',
      icon: 'appstore',
      fields,
      columns: ['code', 'name', 'color', 'itemIds', 'merchantId', 'description'],
      filters: ['code', 'name', 'merchantId', 'itemIds'],
      sort: 'code',
      form: { layout: 'drawer', sections: { main: ['code', 'name', 'merchantId', 'color', 'description', 'itemIds'] } },
      import: { fields: ['code', 'name', 'description'], match: ['code'] },
    }),
  ],
});
