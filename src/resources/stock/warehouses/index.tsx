import type { AreaRoutes } from '../../../providers/routes.ts';

export const warehouses: AreaRoutes = {
  area: 'warehouses',
  routes: [
    {
      path: '/wms/storehouse',
      title: 'menu.warehouses',
      icon: 'apartment',
      section: 'warehouse',
      group: 'places',
      hidden: true,
      redirect: '/wms/storehouse/warehouse',
    },
    {
      path: '/wms/storehouse/warehouse',
      title: 'menu.warehouses',
      icon: 'apartment',
      section: 'warehouse',
      group: 'places',
      mask: 'wms.warehouse.list',
    },
  ],
};
