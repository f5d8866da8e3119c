import type { AreaRoutes } from '../../../providers/routes.ts';

export const roles: AreaRoutes = {
  area: 'roles',
  routes: [
    { path: '/settings/roles/list', title: 'menu.roles', icon: 'team', section: 'settings', group: 'access', mask: 'sys.roles.list' },
  ],
};
