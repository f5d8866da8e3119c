import { houseFault } from '#contract/settings/house';
import { settings as area } from '#contract/settings/settings';
import { hoursFault } from '#contract/support/opening-hours';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { describeSetting } from './describe.ts';
import { settings as table } from './table.ts';

const fields = defineFields(area, {
  key: { kind: 'text', mono: true, createOnly: true, sort: true, filter: true, width: 220 },
  value: { kind: 'json', width: 400 },
  description: { kind: 'text', multiline: true, width: 300 },
  public: { kind: 'boolean', filter: true, width: 90 },
});

/** The beginnings of keys that the product knows. */
const GROUPS = ['attendance', 'billing', 'datev', 'house', 'labels', 'scan', 'setup', 'support'];

export const settings = defineServerArea({
  area,
  table,
  worded: ({ key, description }, locale) => {
    const words = describeSetting(String(key ?? ''), String(description ?? ''), locale);
    return words === '' ? { description: words } : { description: words, rowTitle: words };
  },
  unique: [['key']],
  check: ({ values, current }) => {
    const [key, value] = [String(values.key ?? current?.key), values.value ?? current?.value];
    const rule = hoursFault(key, value) ?? houseFault(key, value);
    return rule === null ? [] : [{ path: 'value', rule }];
  },
  masks: [
    defineMask(area, {
      key: 'sys.settings.list',
      icon: 'setting',
      fields,
      columns: ['description', 'value', 'public', 'key'],
      filters: ['key', 'public'],
      sort: 'key',
      groups: { by: 'key', of: GROUPS.map((value) => ({ value, label: `settings.groups.${value}` })), other: 'settings.groups.other' },
      form: { layout: 'drawer', sections: { main: ['key', 'value', 'description', 'public'] } },
    }),
  ],
});
