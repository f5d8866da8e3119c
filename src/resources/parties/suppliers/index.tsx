import type { AreaRoutes } from '../../../providers/routes.ts';

export const suppliers: AreaRoutes = {
  area: 'suppliers',
  routes: [{ path: '/purchases/suppliers', title: 'menu.suppliers', icon: 'truck', section: 'purchases', mask: 'supplier.list' }],
};
