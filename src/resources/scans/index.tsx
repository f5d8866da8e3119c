import type { AreaRoutes } from '../../providers/routes.ts';

export const scans: AreaRoutes = {
  area: 'scans',
  routes: [
    { path: '/wms/scans', title: 'menu.scans', icon: 'scan', section: 'warehouse', mask: 'wms.scans.list' },
    {
      path: '/wEP/loggingScan/list',
      title: 'menu.scansSeen',
      icon: 'scan',
      section: 'stations',
      mask: 'wms.loggingScan.view',
      hidden: true,
    },
  ],
};
