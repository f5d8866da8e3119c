import type { AreaRoutes } from '../../../providers/routes.ts';

export const duties: AreaRoutes = {
  area: 'duties',
  routes: [
    {
      path: '/settings/classes/duties',
      title: 'menu.duties',
      icon: 'schedule',
      section: 'settings',
      group: 'access',
      mask: 'sys.duties.list',
    },
  ],
};
