import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('offers', {
  Overview: lazyPart(async () => (await import('./ChangedRequest.tsx')).ChangedRequest),
});

export const offers: AreaRoutes = {
  area: 'offers',
  routes: [{ path: '/carriergate/offers', title: 'menu.offers', icon: 'tag', section: 'carriergate', mask: 'c5r.offers.list' }],
};
