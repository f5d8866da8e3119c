import { counts as area } from '#contract/stock/counts';
import { defineServerArea } from '../../../core/http/area.ts';
import { countMasks } from './masks.ts';
import { countRoutes } from './routes.ts';
import { counts as table } from './table.ts';

export const counts = defineServerArea({
  area,
  table,
  routes: countRoutes,
  computed: ['variance', 'differing'],
  number: { field: 'no', prefix: 'CC-' },
  masks: countMasks,
});
