import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'printers',
  lazyPart(async () => (await import('./ComputerHead.tsx')).ComputerHead),
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
