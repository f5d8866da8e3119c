import type { AreaRoutes } from '../../../providers/routes.ts';

export const containerTariffs: AreaRoutes = {
  area: 'containerTariffs',
  routes: [{ path: '/c7r/tariffs', title: 'menu.containerTariffs', icon: 'coins', section: 'carriergate', mask: 'c7r.tariffs.list' }],
};
