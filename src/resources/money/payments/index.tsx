import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

const AllocateDialog = lazy(() => import('./AllocateDialog.tsx').then((m) => ({ default: m.AllocateDialog })));
registerDialog('payments.allocate', AllocateDialog);
// The open credit of a carrier settles bills as a payment does.
registerDialog('bills.allocate', AllocateDialog);
// The same part shows both sides of an allocation: the payment, and the documents it settles.
const Overview = lazy(() => import('../Allocations.tsx').then((m) => ({ default: m.Allocations })));
registerRecord('payments', {
  Overview,
  place: 'below',
  Beside: lazy(() => import('./PaymentBeside.tsx').then((m) => ({ default: m.PaymentBeside }))),
});
registerRecord('invoices', {
  Overview,
  place: 'below',
  Next: lazy(() => import('../ReminderStep.tsx').then((m) => ({ default: m.ReminderStep }))),
  Paper: lazy(() => import('./InvoicePaper.tsx').then((m) => ({ default: m.InvoicePaper }))),
});

export const payments: AreaRoutes = {
  area: 'payments',
  routes: [
    {
      path: '/accounting/payment',
      title: 'menu.payments',
      icon: 'pay-circle',
      section: 'accounting',
      group: 'payments',
      mask: 'accounting.payment.list',
    },
  ],
};
