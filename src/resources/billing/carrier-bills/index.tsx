import { lazy } from 'react';
import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'carrierBills',
  lazy(() => import('./CarrierBillsHead.tsx').then((m) => ({ default: m.CarrierBillsHead }))),
);
registerRecord('carrierBills', { Overview: lazy(() => import('./ResultOverview.tsx').then((m) => ({ default: m.ResultOverview }))) });

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
