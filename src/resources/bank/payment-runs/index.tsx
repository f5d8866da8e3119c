import type { AreaRoutes } from '../../../providers/routes.ts';

export const paymentRuns: AreaRoutes = {
  area: 'paymentRuns',
  routes: [
    {
      path: '/accounting/payment-runs',
      title: 'menu.paymentRuns',
      icon: 'send',
      section: 'accounting',
      mask: 'accounting.paymentRun.list',
    },
  ],
};
