import type { AreaRoutes } from '../../../providers/routes.ts';

export const bankStatements: AreaRoutes = {
  area: 'bankStatements',
  routes: [
    {
      path: '/accounting/bank-statements',
      title: 'menu.bankStatements',
      icon: 'file-text',
      section: 'accounting',
      group: 'payments',
      mask: 'accounting.bankStatement.list',
    },
  ],
};
