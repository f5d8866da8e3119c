import type { AreaRoutes } from '../../../providers/routes.ts';

export const files: AreaRoutes = {
  area: 'files',
  routes: [{ path: '/settings/files', title: 'menu.files', icon: 'file', section: 'settings', group: 'system', mask: 'sys.files.list' }],
};
