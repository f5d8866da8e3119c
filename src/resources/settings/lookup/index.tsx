import type { AreaRoutes } from '../../../providers/routes.ts';

export const lookup: AreaRoutes = {
  area: 'lookup',
  routes: [
    {
      path: '/settings/lookup',
      title: 'menu.lookup',
      icon: 'unordered-list',
      section: 'settings',
      group: 'system',
      mask: 'sys.lookup.list',
    },
  ],
};
