import type { AreaRoutes } from '../../../providers/routes.ts';

const screen = { title: 'menu.channelItems', icon: 'box' } as const;

/** Reached from the record of a channel. */
export const channelItems: AreaRoutes = {
  area: 'channelItems',
  routes: [
    { ...screen, path: '/eEP/channel-items', under: '/eEP/channels', section: 'employee', mask: 'm4t.channelItem.list' },
    { ...screen, path: '/mEP/channel-items', under: '/mEP/channels', section: 'merchant', mask: 'mEP.channelItem.list' },
  ],
};
