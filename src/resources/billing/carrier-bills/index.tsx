import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'carrierBills',
  lazyPart(async () => (await import('./CarrierBillsHead.tsx')).CarrierBillsHead),
);
registerRecord('carrierBills', { Overview: lazyPart(async () => (await import('./ResultOverview.tsx')).ResultOverview) });

export const carrierBills: AreaRoutes = {
  area: 'carrierBills',
  routes: [
    {
      path: '/accounting/carrier-bills',
      title: 'menu.carrierBills',
      icon: 'truck',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.carrierBill.list',
    },
  ],
};
