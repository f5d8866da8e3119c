import type { AreaRoutes } from '../../providers/routes.ts';

export const users: AreaRoutes = {
  area: 'users',
  routes: [{ path: '/settings/users/list', title: 'menu.users', icon: 'user', section: 'settings', mask: 'sys.users.list' }],
};
