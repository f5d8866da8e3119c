import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'compartments.generate',
  lazyPart(async () => (await import('./GenerateDialog.tsx')).GenerateDialog),
);

export const compartments: AreaRoutes = {
  area: 'compartments',
  routes: [
    {
      path: '/wms/storehouse/compartment',
      title: 'menu.compartments',
      icon: 'table',
      section: 'warehouse',
      group: 'places',
      mask: 'wms.compartment.list',
    },
  ],
};
