import { lazy } from 'react';
import { registerListHead } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'fxRates',
  lazy(() => import('./RateHead.tsx').then((m) => ({ default: m.RateHead }))),
);

export const fxRates: AreaRoutes = {
  area: 'fxRates',
  routes: [
    {
      path: '/accounting/fx-rates',
      title: 'menu.fxRates',
      icon: 'coins',
      section: 'accounting',
      group: 'setUp',
      mask: 'accounting.fxRate.list',
    },
  ],
};
