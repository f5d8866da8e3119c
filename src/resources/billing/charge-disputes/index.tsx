import { lazy } from 'react';
import { registerListHead } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'chargeDisputes',
  lazy(() => import('./DisputesHead.tsx').then((m) => ({ default: m.DisputesHead }))),
);

export const chargeDisputes: AreaRoutes = {
  area: 'chargeDisputes',
  routes: [
    {
      path: '/accounting/disputes',
      title: 'menu.disputes',
      icon: 'flag',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.dispute.list',
    },
    { path: '/mEP/disputes', title: 'menu.myDisputes', icon: 'flag', section: 'merchant', mask: 'mEP.dispute.list' },
  ],
};
