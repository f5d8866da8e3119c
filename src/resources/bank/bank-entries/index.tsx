import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'bank.setOff',
  lazyPart(async () => (await import('./SetOffDialog.tsx')).SetOffDialog),
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
      page: lazyPart(async () => (await import('./MatchingPage.tsx')).MatchingPage),
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
