import type { AreaRoutes } from '../../../providers/routes.ts';

export const bankEntries: AreaRoutes = {
  area: 'bankEntries',
  routes: [
    { path: '/accounting/bank-entries', title: 'menu.bankEntries', icon: 'swap', section: 'accounting', mask: 'accounting.bankEntry.list' },
  ],
};
