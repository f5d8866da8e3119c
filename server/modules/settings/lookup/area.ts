import { lookup as area } from '#contract/settings/lookup';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { lookup as table } from './table.ts';

const fields = defineFields(area, {
  domain: { kind: 'text', pattern: 'fieldId', sort: true, filter: true, width: 160 },
  code: { kind: 'text', mono: true, sort: true, filter: true, width: 140 },
  text: { kind: 'texts', width: 260 },
  color: { kind: 'color' },
  position: { kind: 'number', sort: true, min: 0, width: 100 },
  active: { kind: 'boolean', filter: true, width: 90 },
});

export const lookup = defineServerArea({
  area,
  table,
  unique: [['domain', 'code']],
  masks: [
    defineMask(area, {
      key: 'sys.lookup.list',
      icon: 'ordered-list',
      fields,
      columns: ['text', 'domain', 'code', 'color', 'position', 'active'],
      filters: ['domain', 'code', 'active'],
      sort: 'domain',
      form: { layout: 'drawer', sections: { main: ['domain', 'code', 'text', 'color', 'position', 'active'] } },
      import: { fields: ['domain', 'code', 'text', 'position', 'active'], match: ['domain', 'code'] },
    }),
  ],
});
