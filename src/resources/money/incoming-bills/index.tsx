import type { AreaRoutes } from '../../../providers/routes.ts';

export const incomingBills: AreaRoutes = {
  area: 'incomingBills',
  routes: [
    {
      path: '/purchases/incoming-bills',
      title: 'menu.incomingBills',
      icon: 'inbox',
      section: 'purchases',
      mask: 'purchase.incomingBill.list',
    },
  ],
};
