import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('billingRuns', { Overview: lazy(() => import('./RunOverview.tsx').then((m) => ({ default: m.RunOverview }))) });

export const billingRuns: AreaRoutes = {
  area: 'billingRuns',
  routes: [
    {
      path: '/accounting/runs',
      title: 'menu.billingRuns',
      icon: 'calculator',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.run.list',
    },
  ],
};
