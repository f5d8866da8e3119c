import type { AreaRoutes } from '../../../providers/routes.ts';

export const pickups: AreaRoutes = {
  area: 'pickups',
  routes: [{ path: '/wms/pickups', title: 'menu.pickups', icon: 'truck', section: 'warehouse', group: 'work', mask: 'wms.pickup.list' }],
};
