import type { AreaRoutes } from '../../providers/routes.ts';
import { changeRequests } from './change-requests/index.tsx';
import { collections } from './collections/index.tsx';
import { containerTariffs } from './container-tariffs/index.tsx';
import { containers } from './containers/index.tsx';
import { offers } from './offers/index.tsx';
import { transportQuotes } from './transport-quotes/index.tsx';

export const freightScreens: readonly AreaRoutes[] = [changeRequests, containers, containerTariffs, transportQuotes, collections, offers];
