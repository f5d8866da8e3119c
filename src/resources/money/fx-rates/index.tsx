import type { AreaRoutes } from '../../../providers/routes.ts';

export const fxRates: AreaRoutes = {
  area: 'fxRates',
  routes: [
    {
      path: '/accounting/fx-rates',
      title: 'menu.fxRates',
      icon: 'coins',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.fxRate.list',
    },
  ],
};
