import { lazy } from 'react';
import { registerOption } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerOption(
  'items',
  lazy(() => import('./ItemOption.tsx').then((m) => ({ default: m.ItemOption }))),
);

export const items: AreaRoutes = {
  area: 'items',
  routes: [
    { path: '/wms/item', title: 'menu.items', icon: 'barcode', section: 'warehouse', mask: 'wms.item.list' },
    { path: '/mEP/item', title: 'menu.items', icon: 'barcode', section: 'merchant', mask: 'mEP.item.list' },
  ],
};
