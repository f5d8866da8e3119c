import type { AreaRoutes } from '../../../providers/routes.ts';

export const scans: AreaRoutes = {
  area: 'scans',
  routes: [
    { path: '/wms/scans', title: 'menu.scans', icon: 'scan', section: 'warehouse', mask: 'wms.scans.list' },
    {
      path: '/wEP/loggingScan',
      title: 'menu.scansSeen',
      icon: 'history',
      section: 'stations',
      mask: 'wms.loggingScan.view',
    },
  ],
};
