import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'invoices.dispute',
  lazyPart(async () => (await import('./DisputeDialog.tsx')).DisputeDialog),
);
registerDialog(
  'invoices.remind',
  lazyPart(async () => (await import('./RemindDialog.tsx')).RemindDialog),
);

export const invoices: AreaRoutes = {
  area: 'invoices',
  routes: [
    { path: '/sales/invoices', title: 'menu.invoices', icon: 'account-book', section: 'sales', mask: 'sales.invoice.list' },
    { path: '/finance/invoices-eur', title: 'menu.invoicesEur', icon: 'euro', section: 'finance', mask: 'invoice.sale.eur.list' },
    { path: '/finance/invoices-usd', title: 'menu.invoicesUsd', icon: 'dollar', section: 'finance', mask: 'invoice.sale.usd.list' },
    {
      path: '/finance/balance-query',
      title: 'menu.balanceQuery',
      icon: 'fund',
      section: 'finance',
      mask: 'invoice.balance.query',
      page: lazyPart(async () => (await import('./BalancePage.tsx')).BalancePage),
    },
    // The open items behind the balances, with filters and export.
    {
      path: '/finance/open-items',
      title: 'menu.openItems',
      icon: 'fund',
      section: 'finance',
      mask: 'invoice.balance.query',
      under: '/finance/balance-query',
    },
    { path: '/mEP/invoices', title: 'menu.invoices', icon: 'account-book', section: 'merchant', mask: 'mEP.invoice.list' },
  ],
};
