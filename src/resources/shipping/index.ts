import type { AreaRoutes } from '../../providers/routes.ts';
import { carriers } from './carriers/index.tsx';
import { labelFindings } from './label-findings/index.tsx';
import { board } from './loading-lists/board-routes.ts';
import { loadingLists } from './loading-lists/index.tsx';
import { parcels } from './parcels/index.tsx';

export const shippingScreens: readonly AreaRoutes[] = [board, parcels, loadingLists, labelFindings, carriers];
