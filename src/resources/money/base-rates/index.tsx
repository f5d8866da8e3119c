import type { AreaRoutes } from '../../../providers/routes.ts';

export const baseRates: AreaRoutes = {
  area: 'baseRates',
  routes: [
    {
      path: '/accounting/base-rates',
      title: 'menu.baseRates',
      icon: 'percentage',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.baseRate.list',
    },
  ],
};
