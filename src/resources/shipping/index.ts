import type { AreaRoutes } from '../../providers/routes.ts';
import { carrierDays } from './carrier-days/index.tsx';
import { carriers } from './carriers/index.tsx';
import { labelFindings } from './label-findings/index.tsx';
import { board } from './loading-lists/board-routes.ts';
import { loadingLists } from './loading-lists/index.tsx';
import { parcels } from './parcels/index.tsx';
import { pickups } from './pickups/index.tsx';

export const shippingScreens: readonly AreaRoutes[] = [board, parcels, loadingLists, carrierDays, pickups, labelFindings, carriers];
