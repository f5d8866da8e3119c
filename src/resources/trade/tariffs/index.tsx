import type { AreaRoutes } from '../../../providers/routes.ts';

export const tariffs: AreaRoutes = {
  area: 'tariffs',
  routes: [
    { path: '/meta/tariffs', title: 'menu.tariffs', icon: 'calculator', section: 'settings', group: 'prices', mask: 'a8g.tariff.list' },
  ],
};
