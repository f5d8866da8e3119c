import { privileges as area } from '#contract/access/privileges';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { guardRights } from '../guard.ts';
import { wordsOf } from './describe.ts';
import { privilegeRoutes } from './routes.ts';
import { privileges as table } from './table.ts';

const fields = defineFields(area, {
  key: { kind: 'text', mono: true, createOnly: true, sort: true, filter: true, width: 240 },
  area: { kind: 'text', sort: true, filter: true, width: 160 },
  description: { kind: 'text', multiline: true, width: 400 },
});

export const privileges = defineServerArea({
  area,
  table,
  related: [
    { area: 'roles', by: 'privilegeIds', columns: ['key', 'name'] },
    { area: 'duties', by: 'privilegeIds', columns: ['code', 'name'] },
  ],
  routes: privilegeRoutes,
  guard: guardRights('privileges'),
  // Privileges of the product are described in the reader's language; what an administrator wrote stands.
  worded: ({ key, description }, locale) => {
    const words = description ? String(description) : wordsOf(String(key ?? ''), locale).text;
    return words === '' ? {} : { description: words, rowTitle: words };
  },
  unique: [['key']],
  masks: [
    defineMask(area, {
      key: 'sys.privileges.list',
      icon: 'key',
      fields,
      columns: ['description', 'key', { field: 'area', hidden: true }],
      filters: ['key', 'area'],
      sort: 'key',
      form: { layout: 'drawer', sections: { privilege: ['description', 'key', 'area'] } },
    }),
  ],
  beforeSave: ({ values }) => (typeof values['key'] === 'string' ? { ...values, area: values['key'].split('.')[0] ?? '' } : values),
});
