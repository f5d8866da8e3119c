import type { AreaRoutes } from '../../../providers/routes.ts';

export const transactions: AreaRoutes = {
  area: 'transactions',
  routes: [
    {
      path: '/accounting/transactions',
      title: 'menu.transactions',
      icon: 'swap',
      section: 'accounting',
      mask: 'accounting.transaction.list',
    },
  ],
};
