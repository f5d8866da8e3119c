import type { AreaRoutes } from '../../../providers/routes.ts';

export const dunningHolds: AreaRoutes = {
  area: 'dunningHolds',
  routes: [
    {
      path: '/accounting/dunning-holds',
      title: 'menu.dunningHolds',
      icon: 'stop',
      section: 'accounting',
      mask: 'accounting.dunningHold.list',
    },
  ],
};
