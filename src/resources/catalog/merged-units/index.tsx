import type { AreaRoutes } from '../../../providers/routes.ts';

export const mergedUnits: AreaRoutes = {
  area: 'mergedUnits',
  routes: [
    { path: '/wms/munit', title: 'menu.mergedUnits', icon: 'container', section: 'warehouse', group: 'goods', mask: 'wms.mergedUnit.list' },
  ],
};
