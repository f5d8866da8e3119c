import type { AreaRoutes } from '../../../providers/routes.ts';

export const parcels: AreaRoutes = {
  area: 'parcels',
  routes: [
    {
      path: '/wms/shippinglog',
      title: 'menu.shippingLog',
      icon: 'history',
      section: 'warehouse',
      group: 'work',
      mask: 'p11y.shippinglog.list',
    },
    { path: '/wEP/packlist', title: 'menu.packlist', icon: 'inbox', section: 'stations', mask: 'p11y.packlist.list' },
    { path: '/wEP/shippingLog', title: 'menu.shippingLog', icon: 'history', section: 'stations', mask: 'p11y.shippinglog.list' },
  ],
};
