import type { AreaRoutes } from '../../../providers/routes.ts';

export const bankAccounts: AreaRoutes = {
  area: 'bankAccounts',
  routes: [
    {
      path: '/accounting/bank-accounts',
      title: 'menu.bankAccounts',
      icon: 'bank',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.bankAccount.list',
    },
  ],
};
