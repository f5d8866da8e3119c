import { lazy } from 'react';
import { registerEditor, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('transportQuotes', {
  Overview: lazy(() => import('./QuoteOverview.tsx').then((m) => ({ default: m.QuoteOverview }))),
});

registerEditor(
  'packages',
  lazy(() => import('./PackagesInput.tsx').then((m) => ({ default: m.PackagesInput }))),
);

export const transportQuotes: AreaRoutes = {
  area: 'transportQuotes',
  routes: [{ path: '/t12n/orders', title: 'menu.transportQuotes', icon: 'truck', section: 'carriergate', mask: 't12n.orders.list' }],
};
