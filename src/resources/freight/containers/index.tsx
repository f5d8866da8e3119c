import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('containers', { Overview: lazyPart(async () => (await import('./ContainerOverview.tsx')).ContainerOverview) });

export const containers: AreaRoutes = {
  area: 'containers',
  routes: [{ path: '/c7r/orders', title: 'menu.containers', icon: 'container', section: 'carriergate', mask: 'c7r.orders.list' }],
};
