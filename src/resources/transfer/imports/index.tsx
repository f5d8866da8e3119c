import type { AreaRoutes } from '../../../providers/routes.ts';

export const imports: AreaRoutes = {
  area: 'imports',
  routes: [{ path: '/tools/imports', title: 'menu.imports', icon: 'import', section: 'tools', mask: 'sys.imports.list' }],
};
