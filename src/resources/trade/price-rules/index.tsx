import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('priceRules', {
  Overview: lazyPart(async () => (await import('./RuleOverview.tsx')).RuleOverview),
  place: 'below',
});

const MASK = 'a8g.base.quotation.new';

export const priceRules: AreaRoutes = {
  area: 'priceRules',
  routes: [
    { path: '/meta/baseQuotation', title: 'menu.baseQuotation', icon: 'calculator', section: 'settings', group: 'prices', mask: MASK },
    {
      path: '/meta/quotationPricingConfig',
      title: 'menu.priceSimulator',
      icon: 'experiment',
      section: 'settings',
      group: 'prices',
      mask: MASK,
      cache: false,
      page: lazyPart(async () => (await import('./PricingPage.tsx')).PricingPage),
    },
    {
      path: '/accounting/baseQuotation',
      title: 'menu.baseQuotation',
      icon: 'calculator',
      section: 'accounting',
      group: 'billing',
      mask: MASK,
    },
  ],
};
