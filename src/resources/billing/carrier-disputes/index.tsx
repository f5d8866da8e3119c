import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('carrierDisputes', { Overview: lazyPart(async () => (await import('./DisputeFile.tsx')).DisputeFile) });

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
