import { classes as area } from '#contract/access/classes';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { guardRights } from '../guard.ts';
import { classes as table } from './table.ts';

const fields = defineFields(area, {
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 140 },
  name: { kind: 'text', sort: true, filter: true, width: 200 },
  description: { kind: 'text', multiline: true, width: 320 },
  dutyIds: { kind: 'references', area: 'duties', filter: true, width: 320 },
});

export const classes = defineServerArea({
  area,
  table,
  related: [{ area: 'users', by: 'classIds', columns: ['name', 'account', 'type', 'lastSeenAt'] }],
  guard: guardRights('classes'),
  unique: [['code']],
  masks: [
    defineMask(area, {
      key: 'sys.classes.list',
      icon: 'idcard',
      fields,
      columns: ['code', 'name', 'dutyIds', 'description'],
      filters: ['code', 'name', 'dutyIds'],
      sort: 'code',
      form: { layout: 'drawer', sections: { main: ['code', 'name', 'description', 'dutyIds'] } },
      import: { fields: ['code', 'name', 'description'], match: ['code'] },
    }),
  ],
});
