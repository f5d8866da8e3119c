import type { AreaRoutes } from '../../../providers/routes.ts';

export const merchantTerms: AreaRoutes = {
  area: 'merchantTerms',
  routes: [
    {
      path: '/accounting/terms',
      title: 'menu.merchantTerms',
      icon: 'file-text',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.terms.list',
    },
  ],
};
