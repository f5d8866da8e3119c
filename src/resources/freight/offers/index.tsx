import type { AreaRoutes } from '../../../providers/routes.ts';

export const offers: AreaRoutes = {
  area: 'offers',
  routes: [{ path: '/carriergate/offers', title: 'menu.offers', icon: 'euro', section: 'carriergate', mask: 'c5r.offers.list' }],
};
