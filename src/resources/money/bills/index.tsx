import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'bills.credit',
  lazyPart(async () => (await import('./CreditDialog.tsx')).CreditDialog),
);
registerRecord('bills', {
  Overview: lazyPart(async () => (await import('./BillOverview.tsx')).BillOverview),
  Paper: lazyPart(async () => (await import('./BillPaper.tsx')).BillPaper),
});

export const bills: AreaRoutes = {
  area: 'bills',
  routes: [
    { path: '/purchases/bills', title: 'menu.bills', icon: 'receipt', section: 'purchases', mask: 'purchase.bill.list' },
    { path: '/finance/payables', title: 'menu.bills', icon: 'receipt', section: 'finance', mask: 'purchase.bill.list' },
    { path: '/carriergate/bills', title: 'menu.gateBills', icon: 'receipt', section: 'carriergate', mask: 'c5r.bills.list' },
  ],
};
