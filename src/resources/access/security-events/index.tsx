import type { AreaRoutes } from '../../../providers/routes.ts';

export const securityEvents: AreaRoutes = {
  area: 'securityEvents',
  routes: [
    {
      path: '/settings/security',
      title: 'menu.securityEvents',
      icon: 'safety',
      section: 'settings',
      group: 'access',
      mask: 'sys.security.list',
    },
  ],
};
