import type { AreaRoutes } from '../../../providers/routes.ts';

export const taskLines: AreaRoutes = {
  area: 'taskLines',
  routes: [
    {
      path: '/wms/lines',
      title: 'menu.taskLines',
      icon: 'unordered-list',
      section: 'warehouse',
      group: 'work',
      mask: 'p11y.lines.list',
      under: '/wEP/outbound',
    },
  ],
};
