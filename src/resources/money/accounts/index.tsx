import type { AreaRoutes } from '../../../providers/routes.ts';

export const accounts: AreaRoutes = {
  area: 'accounts',
  routes: [
    {
      path: '/accounting/accounts',
      title: 'menu.accounts',
      icon: 'bank',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.account.list',
    },
  ],
};
