import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'incomingBills',
  lazy(() => import('./UploadHead.tsx').then((m) => ({ default: m.UploadHead }))),
);
// Carriers send e-invoices beside their bills.
registerListHead(
  'bills',
  lazy(() => import('./UploadHead.tsx').then((m) => ({ default: m.UploadHead }))),
);
registerDialog(
  'incomingBills.takeOver',
  lazy(() => import('./TakeOverDialog.tsx').then((m) => ({ default: m.TakeOverDialog }))),
);
registerRecord('incomingBills', {
  Overview: lazy(() => import('./IncomingOverview.tsx').then((m) => ({ default: m.IncomingOverview }))),
  Paper: lazy(() => import('./IncomingPaper.tsx').then((m) => ({ default: m.IncomingPaper }))),
});

export const incomingBills: AreaRoutes = {
  area: 'incomingBills',
  routes: [
    {
      path: '/purchases/incoming-bills',
      title: 'menu.incomingBills',
      icon: 'inbox',
      section: 'purchases',
      mask: 'purchase.incomingBill.list',
    },
    { path: '/carriergate/e-invoices', title: 'menu.gateInvoices', icon: 'inbox', section: 'carriergate', mask: 'c5r.incomingBill.list' },
  ],
};
