import type { AreaRoutes } from '../../../providers/routes.ts';

export const tax: AreaRoutes = {
  area: 'tax',
  routes: [{ path: '/settings/tax', title: 'menu.tax', icon: 'percentage', section: 'settings', group: 'prices', mask: 'sys.tax.list' }],
};
