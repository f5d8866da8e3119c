import type { AreaRoutes } from '../../../providers/routes.ts';

export const loadingLists: AreaRoutes = {
  area: 'loadingLists',
  routes: [{ path: '/wEP/loadingList', title: 'menu.loadingLists', icon: 'truck', section: 'stations', mask: 'wms.loadingList.list' }],
};
