import type { AreaRoutes } from '../../../providers/routes.ts';

export const groups: AreaRoutes = {
  area: 'groups',
  routes: [{ path: '/mEP/groups', title: 'menu.groups', icon: 'appstore', section: 'merchant', mask: 'merchant.group.list' }],
};
