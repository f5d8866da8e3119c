import type { AreaRoutes } from '../../../providers/routes.ts';

export const privileges: AreaRoutes = {
  area: 'privileges',
  routes: [
    {
      path: '/settings/roles/privileges',
      title: 'menu.privileges',
      icon: 'key',
      section: 'settings',
      group: 'access',
      mask: 'sys.privileges.list',
    },
  ],
};
