import type { AreaRoutes } from '../../../providers/routes.ts';

export const carrierBillProfiles: AreaRoutes = {
  area: 'carrierBillProfiles',
  routes: [
    {
      path: '/accounting/carrier-profiles',
      title: 'menu.carrierBillProfiles',
      icon: 'table',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.carrierProfile.list',
    },
  ],
};
