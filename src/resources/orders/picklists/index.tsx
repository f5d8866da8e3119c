import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'picklists.make',
  lazy(() => import('./MakeDialog.tsx').then((m) => ({ default: m.MakeDialog }))),
);
registerRecord('picklists', { Overview: lazy(() => import('./PickOverview.tsx').then((m) => ({ default: m.PickOverview }))) });

export const picklists: AreaRoutes = {
  area: 'picklists',
  routes: [
    {
      path: '/wms/picklist',
      title: 'menu.picklists',
      icon: 'reconciliation',
      section: 'warehouse',
      group: 'work',
      mask: 'wms.picklist.list',
    },
    { path: '/wEP/pick2C', title: 'menu.pick2C', icon: 'reconciliation', section: 'stations', mask: 'p11y.pick2C.list' },
    { path: '/mEP/picklist', title: 'menu.pick2C', icon: 'reconciliation', section: 'merchant', mask: 'p11y.pick2C.list' },
  ],
};
