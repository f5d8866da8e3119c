import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'bills.credit',
  lazy(() => import('./CreditDialog.tsx').then((m) => ({ default: m.CreditDialog }))),
);
registerRecord('bills', {
  Overview: lazy(() => import('./BillOverview.tsx').then((m) => ({ default: m.BillOverview }))),
  Paper: lazy(() => import('./BillPaper.tsx').then((m) => ({ default: m.BillPaper }))),
});

export const bills: AreaRoutes = {
  area: 'bills',
  routes: [
    { path: '/purchases/bills', title: 'menu.bills', icon: 'receipt', section: 'purchases', mask: 'purchase.bill.list' },
    { path: '/finance/payables', title: 'menu.bills', icon: 'receipt', section: 'finance', mask: 'purchase.bill.list' },
    { path: '/carriergate/bills', title: 'menu.gateBills', icon: 'receipt', section: 'carriergate', mask: 'c5r.bills.list' },
  ],
};
