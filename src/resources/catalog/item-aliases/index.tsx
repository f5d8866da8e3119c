import type { AreaRoutes } from '../../../providers/routes.ts';

export const itemAliases: AreaRoutes = {
  area: 'itemAliases',
  routes: [{ path: '/wms/alias', title: 'menu.itemAliases', icon: 'tags', section: 'warehouse', group: 'goods', mask: 'wms.alias.list' }],
};
