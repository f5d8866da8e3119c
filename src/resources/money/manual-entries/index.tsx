import type { AreaRoutes } from '../../../providers/routes.ts';

export const manualEntries: AreaRoutes = {
  area: 'manualEntries',
  routes: [
    {
      path: '/accounting/entries',
      title: 'menu.manualEntries',
      icon: 'file-text',
      section: 'accounting',
      group: 'books',
      mask: 'accounting.entry.list',
    },
  ],
};
