import type { AreaRoutes } from '../../../providers/routes.ts';

export const stockMoves: AreaRoutes = {
  area: 'stockMoves',
  routes: [
    {
      path: '/wms/inventorylog',
      title: 'menu.stockMoves',
      icon: 'history',
      section: 'warehouse',
      group: 'stock',
      mask: 'wms.inventorylog.list',
    },
    { path: '/mEP/inventorylog', title: 'menu.stockMoves', icon: 'history', section: 'merchant', mask: 'mEP.inventorylog.list' },
  ],
};
