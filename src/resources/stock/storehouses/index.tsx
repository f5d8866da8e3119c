import type { AreaRoutes } from '../../../providers/routes.ts';

export const storehouses: AreaRoutes = {
  area: 'storehouses',
  routes: [
    {
      path: '/wms/storehouse/site',
      title: 'menu.storehouses',
      icon: 'bank',
      section: 'warehouse',
      group: 'places',
      mask: 'wms.storehouse.list',
    },
  ],
};
