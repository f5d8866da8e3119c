import type { AreaRoutes } from '../../providers/routes.ts';

export const announcements: AreaRoutes = {
  area: 'announcements',
  routes: [
    {
      path: '/settings/announcements',
      title: 'menu.announcements',
      icon: 'notification',
      section: 'settings',
      mask: 'sys.announcements.list',
    },
  ],
};
