import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

export const transactions: AreaRoutes = {
  area: 'transactions',
  routes: [
    {
      path: '/accounting/transactions',
      title: 'menu.transactions',
      icon: 'swap',
      section: 'accounting',
      group: 'books',
      mask: 'accounting.transaction.list',
    },
    {
      path: '/accounting/profit-and-loss',
      title: 'menu.profitAndLoss',
      icon: 'fund',
      section: 'accounting',
      group: 'books',
      page: lazyPart(async () => (await import('./ProfitPage.tsx')).ProfitPage),
    },
    {
      path: '/accounting/trial-balance',
      title: 'menu.trialBalance',
      icon: 'table',
      section: 'accounting',
      group: 'books',
      page: lazyPart(async () => (await import('./TrialBalancePage.tsx')).TrialBalancePage),
    },
    {
      path: '/accounting/vat-return',
      title: 'menu.vatReturn',
      icon: 'percentage',
      section: 'accounting',
      group: 'closing',
      page: lazyPart(async () => (await import('./VatReturnPage.tsx')).VatReturnPage),
    },
    {
      path: '/accounting/statement',
      title: 'menu.accountStatement',
      icon: 'bank',
      section: 'accounting',
      group: 'books',
      page: lazyPart(async () => (await import('./StatementPage.tsx')).StatementPage),
    },
  ],
};
