import type { AreaRoutes } from '../../../providers/routes.ts';

export const dunningHolds: AreaRoutes = {
  area: 'dunningHolds',
  routes: [
    {
      path: '/accounting/dunning-holds',
      title: 'menu.dunningHolds',
      icon: 'stop',
      section: 'accounting',
      group: 'payments',
      mask: 'accounting.dunningHold.list',
    },
  ],
};
