import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'channels.connect',
  lazyPart(async () => (await import('./ConnectDialog.tsx')).ConnectDialog),
);
registerDialog(
  'channels.sampleShop',
  lazyPart(async () => (await import('./SampleShopDialog.tsx')).SampleShopDialog),
);
registerDialog(
  'channels.earlierOrders',
  lazyPart(async () => (await import('./EarlierOrdersDialog.tsx')).EarlierOrdersDialog),
);
const back = {
  title: 'menu.shopReturn',
  icon: 'shop',
  section: 'tools',
  bare: true,
  public: true,
  hidden: true,
  cache: false,
  page: lazyPart(async () => (await import('./ReturnPage.tsx')).ReturnPage),
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
      page: lazyPart(async () => (await import('./ConnectPage.tsx')).ConnectPage),
    },
    { ...back, path: '/shopify/redirect' },
    { ...back, path: '/ebay/redirect' },
  ],
};
