import { counts as area } from '#contract/areas/counts';
import { defineServerArea } from '../../http/area.ts';
import { counts as table } from './table.ts';

export const counts = defineServerArea({
  area,
  table,
  computed: ['variance', 'differing'],
  number: { field: 'no', prefix: 'CC-' },
  masks: [],
});
