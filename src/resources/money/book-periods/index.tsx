import type { AreaRoutes } from '../../../providers/routes.ts';

export const bookPeriods: AreaRoutes = {
  area: 'bookPeriods',
  routes: [
    {
      path: '/accounting/periods',
      title: 'menu.bookPeriods',
      icon: 'calendar',
      section: 'accounting',
      group: 'closing',
      mask: 'accounting.period.list',
    },
  ],
};
