import type { AreaRoutes } from '../../providers/routes.ts';
import { channelOrders } from './channel-orders/index.tsx';
import { channels } from './channels/index.tsx';

export const channelsScreens: readonly AreaRoutes[] = [channels, channelOrders];
