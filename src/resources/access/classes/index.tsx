import type { AreaRoutes } from '../../../providers/routes.ts';

export const classes: AreaRoutes = {
  area: 'classes',
  routes: [
    {
      path: '/settings/classes/list',
      title: 'menu.classes',
      icon: 'idcard',
      section: 'settings',
      group: 'access',
      mask: 'sys.classes.list',
    },
  ],
};
