import { registerOption, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerOption(
  'items',
  lazyPart(async () => (await import('./ItemOption.tsx')).ItemOption),
);

registerRecord('items', {
  Overview: lazyPart(async () => (await import('./ItemOverview.tsx')).ItemOverview),
  Next: lazyPart(async () => (await import('./OrderMore.tsx')).OrderMore),
  Badge: lazyPart(async () => (await import('./ItemBadge.tsx')).ItemBadge),
});

export const items: AreaRoutes = {
  area: 'items',
  routes: [
    { path: '/wms/item', title: 'menu.items', icon: 'barcode', section: 'warehouse', group: 'goods', mask: 'wms.item.list' },
    { path: '/mEP/item', title: 'menu.items', icon: 'barcode', section: 'merchant', mask: 'mEP.item.list' },
  ],
};
