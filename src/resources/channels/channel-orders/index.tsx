import type { AreaRoutes } from '../../../providers/routes.ts';

export const channelOrders: AreaRoutes = {
  area: 'channelOrders',
  routes: [
    { path: '/eEP/channel-orders', title: 'menu.channelOrders', icon: 'inbox', section: 'employee', mask: 'm4t.channelOrder.list' },
    { path: '/mEP/channel-orders', title: 'menu.channelOrders', icon: 'inbox', section: 'merchant', mask: 'mEP.channelOrder.list' },
  ],
};
