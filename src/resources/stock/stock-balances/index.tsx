import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'stockBalances',
  lazyPart(async () => (await import('./InventoryHead.tsx')).InventoryHead),
);

export const stockBalances: AreaRoutes = {
  area: 'stockBalances',
  routes: [
    { path: '/wms/inventory', title: 'menu.stockBalances', icon: 'gold', section: 'warehouse', group: 'stock', mask: 'wms.inventory.list' },
    {
      path: '/mEP/inventory-places',
      title: 'menu.stockBalances',
      icon: 'gold',
      section: 'merchant',
      mask: 'mEP.inventoryPlaces.list',
      under: '/mEP/inventory',
    },
  ],
};
