import { lazy } from 'react';
import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'itemStocks',
  lazy(() => import('./InventoryHead.tsx').then((m) => ({ default: m.InventoryHead }))),
);
registerRecord('itemStocks', {
  Overview: lazy(() => import('./ItemStockPlaces.tsx').then((m) => ({ default: m.ItemStockPlaces }))),
  Preview: lazy(() => import('./ItemStockPreview.tsx').then((m) => ({ default: m.ItemStockPreview }))),
});

export const itemStocks: AreaRoutes = {
  area: 'itemStocks',
  follows: ['stockBalances', 'items', 'taskLines', 'tasks'],
  routes: [
    {
      path: '/wms/inventory-items',
      title: 'menu.stockBalances',
      icon: 'gold',
      section: 'warehouse',
      group: 'stock',
      mask: 'wms.inventoryItems.list',
      under: '/wms/inventory',
    },
    { path: '/mEP/inventory', title: 'menu.stockBalances', icon: 'gold', section: 'merchant', mask: 'mEP.inventory.list' },
  ],
};
