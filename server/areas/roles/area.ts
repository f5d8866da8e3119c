import { roles as area } from '#contract/areas/roles';
import { defineServerArea } from '../../http/area.ts';
import { defineFields, defineMask } from '../../http/mask.ts';
import { roles as table } from './table.ts';

const fields = defineFields(area, {
  key: { kind: 'text', mono: true, createOnly: true, sort: true, filter: true, width: 140 },
  name: { kind: 'texts', width: 200 },
  description: { kind: 'text', multiline: true, width: 320 },
  routes: { kind: 'tags', width: 320 },
  privilegeIds: { kind: 'references', area: 'privileges', filter: true, width: 320 },
});

export const roles = defineServerArea({
  area,
  table,
  unique: [['key']],
  masks: [
    defineMask(area, {
      key: 'sys.roles.list',
      icon: 'team',
      fields,
      columns: ['key', 'name', 'description', 'privilegeIds', { field: 'routes', hidden: true }],
      filters: ['key', 'privilegeIds'],
      sort: 'key',
      form: { layout: 'page', sections: { role: ['key', 'name', 'description'], access: ['routes', 'privilegeIds'] } },
    }),
  ],
});
