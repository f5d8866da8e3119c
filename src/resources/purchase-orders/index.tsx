import type { AreaRoutes } from '../../providers/routes.ts';

export const purchaseOrders: AreaRoutes = {
  area: 'purchaseOrders',
  routes: [
    { path: '/purchases/orders', title: 'menu.purchaseOrders', icon: 'shopping', section: 'purchases', mask: 'purchase.orders.list' },
  ],
};
