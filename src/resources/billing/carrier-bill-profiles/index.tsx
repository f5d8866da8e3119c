import { lazy } from 'react';
import { registerFormNote } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerFormNote(
  'carrierBillProfiles',
  lazy(() => import('./LayoutPreview.tsx').then((m) => ({ default: m.LayoutPreview }))),
);

export const carrierBillProfiles: AreaRoutes = {
  area: 'carrierBillProfiles',
  routes: [
    {
      path: '/accounting/carrier-profiles',
      title: 'menu.carrierBillProfiles',
      icon: 'table',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.carrierProfile.list',
    },
  ],
};
