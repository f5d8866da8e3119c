import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerListHead, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'incomingBills',
  lazyPart(async () => (await import('./UploadHead.tsx')).UploadHead),
);
// Carriers send e-invoices beside their bills.
registerListHead(
  'bills',
  lazyPart(async () => (await import('./UploadHead.tsx')).UploadHead),
);
registerDialog(
  'incomingBills.takeOver',
  lazyPart(async () => (await import('./TakeOverDialog.tsx')).TakeOverDialog),
);
registerRecord('incomingBills', {
  Overview: lazyPart(async () => (await import('./IncomingOverview.tsx')).IncomingOverview),
  Paper: lazyPart(async () => (await import('./IncomingPaper.tsx')).IncomingPaper),
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
