import type { AreaRoutes } from '../../providers/routes.ts';
import { channelItems } from './channel-items/index.ts';
import { channelOrders } from './channel-orders/index.tsx';
import { channels } from './channels/index.tsx';
import { webhookDeliveries } from './webhook-deliveries/index.ts';
import { webhooks } from './webhooks/index.tsx';

export const channelsScreens: readonly AreaRoutes[] = [channels, channelOrders, channelItems, webhooks, webhookDeliveries];
