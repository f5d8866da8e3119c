import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('dunningRuns', { Overview: lazyPart(async () => (await import('./DunningOverview.tsx')).DunningOverview) });

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
