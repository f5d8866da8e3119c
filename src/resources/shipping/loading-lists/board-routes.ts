import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

export const board: AreaRoutes = {
  area: 'board',
  routes: [
    {
      path: '/wms/dashboard',
      title: 'menu.board',
      icon: 'dashboard',
      section: 'warehouse',
      group: 'work',
      page: lazyPart(async () => (await import('./BoardPage.tsx')).BoardPage),
    },
  ],
};
