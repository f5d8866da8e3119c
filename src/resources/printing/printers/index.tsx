import { lazy } from 'react';
import { registerListHead } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'printers',
  lazy(() => import('./ComputerHead.tsx').then((m) => ({ default: m.ComputerHead }))),
);

export const printers: AreaRoutes = {
  area: 'printers',
  routes: [
    {
      path: '/settings/settingPrinters',
      title: 'menu.printers',
      icon: 'printer',
      section: 'settings',
      group: 'devices',
      mask: 'sys.printers.list',
    },
  ],
};
