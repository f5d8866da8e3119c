import { lazy } from 'react';
import { registerOption, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerOption(
  'items',
  lazy(() => import('./ItemOption.tsx').then((m) => ({ default: m.ItemOption }))),
);

registerRecord('items', {
  Overview: lazy(() => import('./ItemOverview.tsx').then((m) => ({ default: m.ItemOverview }))),
  Next: lazy(() => import('./OrderMore.tsx').then((m) => ({ default: m.OrderMore }))),
  Badge: lazy(() => import('./ItemBadge.tsx').then((m) => ({ default: m.ItemBadge }))),
});

export const items: AreaRoutes = {
  area: 'items',
  routes: [
    { path: '/wms/item', title: 'menu.items', icon: 'barcode', section: 'warehouse', group: 'goods', mask: 'wms.item.list' },
    { path: '/mEP/item', title: 'menu.items', icon: 'barcode', section: 'merchant', mask: 'mEP.item.list' },
  ],
};
