import type { ServerModule } from '../../core/http/module.ts';
import { channelItems } from './channel-items/area.ts';
import { channelOrders } from './channel-orders/area.ts';
import { channels } from './channels/area.ts';
import { channelJobs } from './due.ts';
import { channelFiles } from './files/routes.ts';
import { merchantOrderRoutes } from './merchant-orders.ts';
import { merchantReturnRoutes } from './merchant-returns.ts';
import { programReads } from './program-reads.ts';
import { sampleShop } from './sample-shop/routes.ts';
import { shopsByHand } from './shops/by-hand.ts';
import { earlierOrders } from './shops/earlier-orders.ts';
import { ebayNotices } from './shops/ebay/notices.ts';
import { shopKeys } from './shops/keys.ts';
import { shopWork } from './shops/routes.ts';
import { shopNotices } from './shops/shopify/notices.ts';
import { shopwareNotices } from './shops/shopware/notices.ts';
import { woocommerceNotices } from './shops/woocommerce/notices.ts';
import { webhookDeliveries } from './webhook-deliveries/area.ts';
import { webhooks } from './webhooks/area.ts';
import { webhookWork } from './webhooks/work.ts';

/** Shops and programs that send orders. */
export const channelsModule: ServerModule = {
  name: 'channels',
  areas: [channels, channelOrders, channelItems, webhooks, webhookDeliveries],
  sql: ['webhooks/events.sql', 'shops/told.sql', 'shops/parts.sql'],
  routes: [
    merchantOrderRoutes,
    merchantReturnRoutes,
    programReads,
    channelFiles,
    sampleShop,
    shopKeys,
    shopsByHand,
    earlierOrders,
    ebayNotices,
    shopNotices,
    shopwareNotices,
    woocommerceNotices,
    shopWork,
    webhookWork,
    (_app, context) => channelJobs(context),
  ],
};
