import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('tariffs', { Overview: lazy(() => import('./PriceGrid.tsx').then((m) => ({ default: m.PriceGrid }))) });

export const tariffs: AreaRoutes = {
  area: 'tariffs',
  routes: [
    { path: '/meta/tariffs', title: 'menu.tariffs', icon: 'calculator', section: 'settings', group: 'prices', mask: 'a8g.tariff.list' },
  ],
};
