import type { AreaRoutes } from '../../providers/routes.ts';

export const counts: AreaRoutes = {
  area: 'counts',
  routes: [{ path: '/wms/count', title: 'menu.counts', icon: 'audit', section: 'warehouse', mask: 'wms.count.list' }],
};
