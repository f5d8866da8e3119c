import type { AreaRoutes } from '../../../providers/routes.ts';

export const carrierDays: AreaRoutes = {
  area: 'carrierDays',
  follows: ['parcels', 'pickups', 'carriers'],
  routes: [
    { path: '/wms/end-of-day', title: 'menu.carrierDays', icon: 'truck', section: 'warehouse', group: 'work', mask: 'wms.carrierDay.list' },
  ],
};
