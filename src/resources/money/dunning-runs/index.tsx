import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('dunningRuns', { Overview: lazy(() => import('./DunningOverview.tsx').then((m) => ({ default: m.DunningOverview }))) });

export const dunningRuns: AreaRoutes = {
  area: 'dunningRuns',
  routes: [
    {
      path: '/accounting/dunning-runs',
      title: 'menu.dunningRuns',
      icon: 'notification',
      section: 'accounting',
      group: 'payments',
      mask: 'accounting.dunningRun.list',
    },
  ],
};
