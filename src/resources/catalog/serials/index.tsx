import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

export const serials: AreaRoutes = {
  area: 'serials',
  routes: [
    { path: '/wms/serial', title: 'menu.serials', icon: 'barcode', section: 'warehouse', group: 'goods', mask: 'wms.serial.list' },
    {
      path: '/wms/swapSN',
      title: 'menu.swapSerial',
      icon: 'swap',
      section: 'warehouse',
      group: 'goods',
      page: lazyPart(async () => (await import('./SwapPage.tsx')).SwapPage),
    },
  ],
};
