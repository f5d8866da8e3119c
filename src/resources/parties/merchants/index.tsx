import type { AreaRoutes } from '../../../providers/routes.ts';

export const merchants: AreaRoutes = {
  area: 'merchants',
  routes: [
    {
      path: '/settings/merchant',
      title: 'menu.merchants',
      icon: 'shop',
      section: 'settings',
      group: 'partners',
      mask: 'sys.merchant.list',
    },
  ],
};
