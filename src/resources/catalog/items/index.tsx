import type { AreaRoutes } from '../../../providers/routes.ts';

export const items: AreaRoutes = {
  area: 'items',
  routes: [
    { path: '/wms/item', title: 'menu.items', icon: 'barcode', section: 'warehouse', mask: 'wms.item.list' },
    { path: '/mEP/item', title: 'menu.items', icon: 'barcode', section: 'merchant', mask: 'mEP.item.list' },
  ],
};
