import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'compartments.generate',
  lazy(() => import('./GenerateDialog.tsx').then((m) => ({ default: m.GenerateDialog }))),
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
