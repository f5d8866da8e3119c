import type { AreaRoutes } from '../../providers/routes.ts';

export const serials: AreaRoutes = {
  area: 'serials',
  routes: [{ path: '/wms/serial', title: 'menu.serials', icon: 'barcode', section: 'warehouse', mask: 'wms.serial.list' }],
};
