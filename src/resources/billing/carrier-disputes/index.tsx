import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('carrierDisputes', { Overview: lazy(() => import('./DisputeFile.tsx').then((m) => ({ default: m.DisputeFile }))) });

export const carrierDisputes: AreaRoutes = {
  area: 'carrierDisputes',
  routes: [
    {
      path: '/accounting/carrier-disputes',
      title: 'menu.carrierDisputes',
      icon: 'message',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.carrierDispute.list',
    },
  ],
};
