import type { AreaRoutes } from '../../providers/routes.ts';

export const exports: AreaRoutes = {
  area: 'exports',
  routes: [{ path: '/tools/exports', title: 'menu.exports', icon: 'export', section: 'tools', mask: 'sys.exports.list' }],
};
