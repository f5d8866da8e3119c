import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'itemStocks',
  lazyPart(async () => (await import('./InventoryHead.tsx')).InventoryHead),
);
registerRecord('itemStocks', {
  Overview: lazyPart(async () => (await import('./ItemStockPlaces.tsx')).ItemStockPlaces),
  Preview: lazyPart(async () => (await import('./ItemStockPreview.tsx')).ItemStockPreview),
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
