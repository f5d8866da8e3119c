import type { AreaRoutes } from '../../providers/routes.ts';

export const picklists: AreaRoutes = {
  area: 'picklists',
  routes: [
    { path: '/wms/picklist', title: 'menu.picklists', icon: 'reconciliation', section: 'warehouse', mask: 'wms.picklist.list' },
    { path: '/wEP/pick2C', title: 'menu.pick2C', icon: 'reconciliation', section: 'stations', mask: 'p11y.pick2C.list' },
    { path: '/mEP/picklist', title: 'menu.pick2C', icon: 'reconciliation', section: 'merchant', mask: 'p11y.pick2C.list' },
  ],
};
