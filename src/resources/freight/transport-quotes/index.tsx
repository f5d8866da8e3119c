import { registerEditor, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('transportQuotes', {
  Overview: lazyPart(async () => (await import('./QuoteOverview.tsx')).QuoteOverview),
});

registerEditor(
  'packages',
  lazyPart(async () => (await import('./PackagesInput.tsx')).PackagesInput),
);

export const transportQuotes: AreaRoutes = {
  area: 'transportQuotes',
  routes: [{ path: '/t12n/orders', title: 'menu.transportQuotes', icon: 'truck', section: 'carriergate', mask: 't12n.orders.list' }],
};
