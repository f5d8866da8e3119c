import type { AreaRoutes } from '../../providers/routes.ts';
import { scans } from './scans/index.tsx';
import { stations } from './stations/index.tsx';

export const scanningScreens: readonly AreaRoutes[] = [scans, stations];
