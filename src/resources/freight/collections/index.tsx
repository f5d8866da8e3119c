import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('collections', {
  Overview: lazyPart(async () => (await import('./CollectionOverview.tsx')).CollectionOverview),
});

export const collections: AreaRoutes = {
  area: 'collections',
  routes: [
    { path: '/2bc', title: 'menu.collectRequests', icon: 'inbox', section: 'carriergate', hidden: true, redirect: '/2bc/collectRequest' },
    { path: '/2bc/collectRequest', title: 'menu.collectRequests', icon: 'inbox', section: 'carriergate', mask: '2bc.request.list' },
    { path: '/2bc/collectOrder', title: 'menu.collectOrders', icon: 'truck', section: 'carriergate', mask: '2bc.collect.list' },
    { path: '/carriergate/collections', title: 'menu.collectOrders', icon: 'inbox', section: 'carriergate', mask: '2bc.collect.list' },
  ],
};
