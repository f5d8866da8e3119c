import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPage } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'channels.connect',
  lazy(() => import('./ConnectDialog.tsx').then((m) => ({ default: m.ConnectDialog }))),
);
registerDialog(
  'channels.sampleShop',
  lazy(() => import('./SampleShopDialog.tsx').then((m) => ({ default: m.SampleShopDialog }))),
);
registerDialog(
  'channels.earlierOrders',
  lazy(() => import('./EarlierOrdersDialog.tsx').then((m) => ({ default: m.EarlierOrdersDialog }))),
);
const back = {
  title: 'menu.shopReturn',
  icon: 'shop',
  section: 'tools',
  bare: true,
  public: true,
  hidden: true,
  cache: false,
  page: lazyPage(async () => (await import('./ReturnPage.tsx')).ReturnPage),
} as const;

export const channels: AreaRoutes = {
  area: 'channels',
  routes: [
    { path: '/eEP/channels', title: 'menu.channels', icon: 'api', section: 'employee', mask: 'm4t.channel.list' },
    { path: '/mEP/channels', title: 'menu.channels', icon: 'api', section: 'merchant', mask: 'mEP.channel.list' },
    {
      path: '/shopifyEP/oauth',
      title: 'menu.shopConnect',
      icon: 'shop',
      section: 'tools',
      cache: false,
      page: lazyPage(async () => (await import('./ConnectPage.tsx')).ConnectPage),
    },
    { ...back, path: '/shopify/redirect' },
    { ...back, path: '/ebay/redirect' },
  ],
};
