import type { AreaRoutes } from '../../../providers/routes.ts';

export const itemComponents: AreaRoutes = {
  area: 'itemComponents',
  routes: [
    {
      path: '/wms/component',
      title: 'menu.itemComponents',
      icon: 'appstore',
      section: 'warehouse',
      group: 'goods',
      mask: 'wms.component.list',
    },
  ],
};
