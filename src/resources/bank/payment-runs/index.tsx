import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'paymentRuns',
  lazyPart(async () => (await import('./RunHead.tsx')).RunHead),
);
registerRecord('paymentRuns', {
  Overview: lazyPart(async () => (await import('./RunOrders.tsx')).RunOrders),
  Next: lazyPart(async () => (await import('./FileStep.tsx')).FileStep),
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
