import { loadingLists as area } from '#contract/shipping/loading-lists';
import { defineServerArea } from '../../../core/http/area.ts';
import { loadingListMasks } from './masks.ts';
import { loadingListRoutes } from './routes.ts';
import { loadingLists as table } from './table.ts';

export const loadingLists = defineServerArea({
  area,
  table,
  related: [
    { area: 'parcels', by: 'loadingListId', columns: ['no', 'taskId', 'pieces', 'weight', 'trackingNo', 'state'] },
    // What can still be loaded.
    {
      area: 'parcels',
      by: 'carrierId',
      key: 'ready',
      title: 'loadingLists.related.ready',
      ids: ({ row: { state, carrierId } }) => Promise.resolve(state === 'open' && typeof carrierId === 'string' ? [carrierId] : []),
      where: [{ field: 'state', op: 'eq', value: 'labelled' }],
      columns: ['no', 'taskId', 'pieces', 'weight', 'trackingNo'],
    },
  ],
  computed: ['parcels', 'weight'],
  routes: loadingListRoutes,
  number: { field: 'no', prefix: 'LL-' },
  masks: loadingListMasks,
});
