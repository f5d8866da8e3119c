import type { AreaRoutes } from '../../../providers/routes.ts';

export const carriers: AreaRoutes = {
  area: 'carriers',
  routes: [
    {
      path: '/settings/carriers',
      title: 'menu.carriers',
      icon: 'truck',
      section: 'settings',
      group: 'partners',
      mask: 'settings.carriers.list',
    },
  ],
};
