import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('tariffs', { Overview: lazyPart(async () => (await import('./PriceGrid.tsx')).PriceGrid) });

export const tariffs: AreaRoutes = {
  area: 'tariffs',
  routes: [
    { path: '/meta/tariffs', title: 'menu.tariffs', icon: 'calculator', section: 'settings', group: 'prices', mask: 'a8g.tariff.list' },
  ],
};
