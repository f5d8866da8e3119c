import { loadingLists as area } from '#contract/shipping/loading-lists';
import { defineServerArea } from '../../../core/http/area.ts';
import { loadingListMasks } from './masks.ts';
import { loadingListRoutes } from './routes.ts';
import { loadingLists as table } from './table.ts';

export const loadingLists = defineServerArea({
  area,
  table,
  related: [{ area: 'parcels', by: 'loadingListId', columns: ['no', 'taskId', 'pieces', 'weight', 'trackingNo', 'state'] }],
  computed: ['parcels', 'weight'],
  routes: loadingListRoutes,
  number: { field: 'no', prefix: 'LL-' },
  masks: loadingListMasks,
});
