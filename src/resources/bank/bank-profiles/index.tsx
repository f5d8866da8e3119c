import type { AreaRoutes } from '../../../providers/routes.ts';

export const bankProfiles: AreaRoutes = {
  area: 'bankProfiles',
  routes: [
    {
      path: '/accounting/bank-profiles',
      title: 'menu.bankProfiles',
      icon: 'table',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.bankProfile.list',
    },
  ],
};
