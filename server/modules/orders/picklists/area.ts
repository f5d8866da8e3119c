import { picklists as area } from '#contract/orders/picklists';
import { defineServerArea } from '../../../core/http/area.ts';
import { picklistMasks } from './masks.ts';
import { picklistRoutes } from './routes.ts';
import { picklists as table } from './table.ts';

export const picklists = defineServerArea({
  area,
  table,
  routes: picklistRoutes,
  computed: ['orders', 'lines', 'pieces', 'picked', 'short'],
  masks: picklistMasks,
});
