import type { AreaRoutes } from '../../../providers/routes.ts';

export const carrierBillLines: AreaRoutes = {
  area: 'carrierBillLines',
  routes: [
    {
      path: '/accounting/carrier-lines',
      title: 'menu.carrierBillLines',
      icon: 'table',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.carrierLine.list',
    },
  ],
};
