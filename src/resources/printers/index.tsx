import type { AreaRoutes } from '../../providers/routes.ts';

export const printers: AreaRoutes = {
  area: 'printers',
  routes: [{ path: '/settings/settingPrinters', title: 'menu.printers', icon: 'printer', section: 'settings', mask: 'sys.printers.list' }],
};
