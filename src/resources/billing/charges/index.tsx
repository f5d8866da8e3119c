import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerListHead(
  'charges',
  lazyPart(async () => (await import('./ChargesHead.tsx')).ChargesHead),
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
      page: lazyPart(async () => (await import('./GapsPage.tsx')).GapsPage),
      under: '/accounting/charges',
    },
    {
      path: '/accounting/compare-tariffs',
      title: 'menu.compareTariffs',
      icon: 'calculator',
      section: 'accounting',
      group: 'billing',
      page: lazyPart(async () => (await import('./ReplayPage.tsx')).ReplayPage),
    },
    {
      path: '/mEP/bill',
      title: 'menu.myBill',
      icon: 'calculator',
      section: 'merchant',
      page: lazyPart(async () => (await import('./BillPage.tsx')).BillPage),
    },
    { path: '/mEP/charges', title: 'menu.charges', icon: 'calculator', section: 'merchant', mask: 'mEP.charge.list', under: '/mEP/bill' },
  ],
};
