import type { AreaRoutes } from '../../../providers/routes.ts';

export const quotations: AreaRoutes = {
  area: 'quotations',
  routes: [{ path: '/sales/quotations', title: 'menu.quotations', icon: 'file-text', section: 'sales', mask: 'sale.quotation.list' }],
};
