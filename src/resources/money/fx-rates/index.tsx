import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'fxRates',
  lazyPart(async () => (await import('./RateHead.tsx')).RateHead),
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
