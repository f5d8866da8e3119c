import { registerDialog } from '../../../core/mask/dialogs.ts';
import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

const AllocateDialog = lazyPart(async () => (await import('./AllocateDialog.tsx')).AllocateDialog);
registerDialog('payments.allocate', AllocateDialog);
// The open credit of a carrier settles bills as a payment does.
registerDialog('bills.allocate', AllocateDialog);
// The same part shows both sides of an allocation: the payment, and the documents it settles.
const Overview = lazyPart(async () => (await import('../Allocations.tsx')).Allocations);
registerRecord('payments', {
  Overview,
  place: 'below',
  Beside: lazyPart(async () => (await import('./PaymentBeside.tsx')).PaymentBeside),
});
registerRecord('invoices', {
  Overview,
  place: 'below',
  Next: lazyPart(async () => (await import('../ReminderStep.tsx')).ReminderStep),
  Paper: lazyPart(async () => (await import('./InvoicePaper.tsx')).InvoicePaper),
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
