import type { AreaRoutes } from '../../providers/routes.ts';
import { channels } from './channels/index.tsx';

export const channelsScreens: readonly AreaRoutes[] = [channels];
