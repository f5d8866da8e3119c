import { duties as area } from '#contract/access/duties';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { guardRights } from '../guard.ts';
import { describePrivileges } from '../privileges/describe.ts';
import { duties as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 140 },
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  description: { kind: 'text', multiline: true, width: 320 },
  privilegeIds: { kind: 'references', area: 'privileges', editor: 'rights', filter: true, width: 320 },
});

export const duties = defineServerArea({
  area,
  table,
  related: [{ area: 'classes', by: 'dutyIds', columns: ['code', 'name'] }],
  guard: guardRights('duties'),
  worded: ({ privilegeIdsLabels }, locale) =>
    privilegeIdsLabels === undefined ? {} : { privilegeIdsLabels: describePrivileges(privilegeIdsLabels, locale) },
  unique: [['code']],
  masks: [
    defineMask(area, {
      key: 'sys.duties.list',
      icon: 'solution',
      fields,
      columns: ['code', 'name', 'privilegeIds', 'description'],
      filters: ['code', 'name', 'privilegeIds'],
      sort: 'code',
      form: { layout: 'page', sections: { main: ['code', 'name', 'description'], rights: ['privilegeIds'] } },
      import: { fields: ['code', 'name', 'description'], match: ['code'] },
    }),
  ],
});
