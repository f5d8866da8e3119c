import type { AreaRoutes } from '../../../providers/routes.ts';

export const settings: AreaRoutes = {
  area: 'settings',
  routes: [
    { path: '/settings/list', title: 'menu.settings', icon: 'setting', section: 'settings', group: 'system', mask: 'sys.settings.list' },
  ],
};
