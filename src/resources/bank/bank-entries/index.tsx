import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPage } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'bank.setOff',
  lazy(() => import('./SetOffDialog.tsx').then((m) => ({ default: m.SetOffDialog }))),
);

export const bankEntries: AreaRoutes = {
  area: 'bankEntries',
  routes: [
    {
      path: '/accounting/bank-matching',
      title: 'menu.bankMatching',
      icon: 'bank',
      section: 'accounting',
      group: 'payments',
      page: lazyPage(async () => (await import('./MatchingPage.tsx')).MatchingPage),
    },
    {
      path: '/accounting/bank-entries',
      title: 'menu.bankEntries',
      icon: 'swap',
      section: 'accounting',
      group: 'payments',
      mask: 'accounting.bankEntry.list',
    },
  ],
};
