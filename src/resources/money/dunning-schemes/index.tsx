import type { AreaRoutes } from '../../../providers/routes.ts';

export const dunningSchemes: AreaRoutes = {
  area: 'dunningSchemes',
  routes: [
    {
      path: '/accounting/dunning-schemes',
      title: 'menu.dunningSchemes',
      icon: 'unordered-list',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.dunningScheme.list',
    },
  ],
};
