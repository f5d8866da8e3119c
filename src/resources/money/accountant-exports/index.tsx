import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

export const accountantExports: AreaRoutes = {
  area: 'accountantExports',
  routes: [
    {
      path: '/accounting/month-end',
      title: 'menu.monthEnd',
      icon: 'reconciliation',
      section: 'accounting',
      group: 'closing',
      page: lazyPart(async () => (await import('./MonthEndPage.tsx')).MonthEndPage),
    },
    {
      path: '/accounting/exports',
      title: 'menu.accountantExports',
      icon: 'export',
      section: 'accounting',
      group: 'closing',
      mask: 'accounting.export.list',
    },
  ],
};
