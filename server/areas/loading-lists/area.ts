import { loadingLists as area } from '#contract/areas/loading-lists';
import { defineServerArea } from '../../http/area.ts';
import { loadingListMasks } from './masks.ts';
import { loadingListRoutes } from './routes.ts';
import { loadingLists as table } from './table.ts';

export const loadingLists = defineServerArea({
  area,
  table,
  computed: ['parcels', 'weight'],
  routes: loadingListRoutes,
  number: { field: 'no', prefix: 'LL-' },
  masks: loadingListMasks,
});
