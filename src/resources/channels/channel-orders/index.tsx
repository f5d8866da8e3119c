import { registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

const parts = { Overview: lazyPart(async () => (await import('./Suggestions.tsx')).Suggestions) };
registerRecord('channelOrders', parts);
registerRecord('channelItems', parts);

export const channelOrders: AreaRoutes = {
  area: 'channelOrders',
  routes: [
    { path: '/eEP/channel-orders', title: 'menu.channelOrders', icon: 'inbox', section: 'employee', mask: 'm4t.channelOrder.list' },
    { path: '/mEP/channel-orders', title: 'menu.channelOrders', icon: 'inbox', section: 'merchant', mask: 'mEP.channelOrder.list' },
  ],
};
