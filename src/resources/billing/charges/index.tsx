import { lazy } from 'react';
import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPage } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'charges',
  lazy(() => import('./ChargesHead.tsx').then((m) => ({ default: m.ChargesHead }))),
);

export const charges: AreaRoutes = {
  area: 'charges',
  routes: [
    {
      path: '/accounting/charges',
      title: 'menu.charges',
      icon: 'calculator',
      section: 'accounting',
      group: 'billing',
      mask: 'accounting.charge.list',
    },
    {
      path: '/accounting/charge-gaps',
      title: 'menu.chargeGaps',
      icon: 'calculator',
      section: 'accounting',
      group: 'billing',
      page: lazyPage(async () => (await import('./GapsPage.tsx')).GapsPage),
      under: '/accounting/charges',
    },
    {
      path: '/accounting/compare-tariffs',
      title: 'menu.compareTariffs',
      icon: 'calculator',
      section: 'accounting',
      group: 'billing',
      page: lazyPage(async () => (await import('./ReplayPage.tsx')).ReplayPage),
    },
    {
      path: '/mEP/bill',
      title: 'menu.myBill',
      icon: 'calculator',
      section: 'merchant',
      page: lazyPage(async () => (await import('./BillPage.tsx')).BillPage),
    },
    { path: '/mEP/charges', title: 'menu.charges', icon: 'calculator', section: 'merchant', mask: 'mEP.charge.list', under: '/mEP/bill' },
  ],
};
