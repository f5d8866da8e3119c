import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'chargeDisputes',
  lazyPart(async () => (await import('./DisputesHead.tsx')).DisputesHead),
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
