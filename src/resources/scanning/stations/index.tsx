import type { AreaRoutes } from '../../../providers/routes.ts';

export const stations: AreaRoutes = {
  area: 'stations',
  routes: [
    {
      path: '/settings/stations',
      title: 'menu.stations',
      icon: 'tablet',
      section: 'settings',
      group: 'devices',
      mask: 'settings.stations.list',
    },
  ],
};
