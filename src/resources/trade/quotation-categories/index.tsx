import type { AreaRoutes } from '../../../providers/routes.ts';

export const quotationCategories: AreaRoutes = {
  area: 'quotationCategories',
  routes: [
    {
      path: '/meta/businessCategory',
      title: 'menu.quotationCategories',
      icon: 'tags',
      section: 'settings',
      group: 'prices',
      mask: 'a8g.quotation.category.list',
    },
  ],
};
