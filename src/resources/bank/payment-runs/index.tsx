import { lazy } from 'react';
import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'paymentRuns',
  lazy(() => import('./RunHead.tsx').then((m) => ({ default: m.RunHead }))),
);
registerRecord('paymentRuns', {
  Overview: lazy(() => import('./RunOrders.tsx').then((m) => ({ default: m.RunOrders }))),
  Next: lazy(() => import('./FileStep.tsx').then((m) => ({ default: m.FileStep }))),
  place: 'below',
});

export const paymentRuns: AreaRoutes = {
  area: 'paymentRuns',
  routes: [
    {
      path: '/accounting/payment-runs',
      title: 'menu.paymentRuns',
      icon: 'send',
      section: 'accounting',
      group: 'payments',
      mask: 'accounting.paymentRun.list',
    },
  ],
};
