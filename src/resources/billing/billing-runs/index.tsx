import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import { loadNamespace } from '../../../providers/i18n.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('billingRuns', {
  // Why an invoice cannot be posted or sent is said in the words of invoices.
  Overview: lazyPart(async () => {
    const [{ RunOverview }] = await Promise.all([import('./RunOverview.tsx'), loadNamespace('invoices')]);
    return RunOverview;
  }),
});

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
