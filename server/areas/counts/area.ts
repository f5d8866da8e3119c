import { counts as area } from '#contract/areas/counts';
import { defineServerArea } from '../../http/area.ts';
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
