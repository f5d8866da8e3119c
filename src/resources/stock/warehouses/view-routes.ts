import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

export const warehouseView: AreaRoutes = {
  area: 'warehouseView',
  routes: [
    {
      path: '/wms/warehouse-view',
      title: 'menu.warehouseView',
      icon: 'apartment',
      section: 'warehouse',
      group: 'places',
      page: lazyPart(async () => (await import('./PlanPage.tsx')).PlanPage),
    },
    {
      path: '/wms/location',
      title: 'menu.locationView',
      icon: 'environment',
      section: 'warehouse',
      group: 'places',
      page: lazyPart(async () => (await import('./LocationPage.tsx')).LocationPage),
    },
  ],
};
