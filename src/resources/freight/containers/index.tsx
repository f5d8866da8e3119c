import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('containers', { Overview: lazy(() => import('./ContainerOverview.tsx').then((m) => ({ default: m.ContainerOverview }))) });

export const containers: AreaRoutes = {
  area: 'containers',
  routes: [{ path: '/c7r/orders', title: 'menu.containers', icon: 'container', section: 'carriergate', mask: 'c7r.orders.list' }],
};
