import type { AreaRoutes } from '../../../providers/routes.ts';

export const paymentMethods: AreaRoutes = {
  area: 'paymentMethods',
  routes: [
    {
      path: '/accounting/payment/methods',
      title: 'menu.paymentMethods',
      icon: 'credit-card',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.paymentMethod.list',
    },
  ],
};
