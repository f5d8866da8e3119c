import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('offers', {
  Overview: lazy(() => import('./ChangedRequest.tsx').then((m) => ({ default: m.ChangedRequest }))),
});

export const offers: AreaRoutes = {
  area: 'offers',
  routes: [{ path: '/carriergate/offers', title: 'menu.offers', icon: 'tag', section: 'carriergate', mask: 'c5r.offers.list' }],
};
