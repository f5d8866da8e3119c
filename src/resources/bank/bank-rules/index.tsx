import type { AreaRoutes } from '../../../providers/routes.ts';

export const bankRules: AreaRoutes = {
  area: 'bankRules',
  routes: [
    {
      path: '/accounting/bank-rules',
      title: 'menu.bankRules',
      icon: 'tag',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.bankRule.list',
    },
  ],
};
