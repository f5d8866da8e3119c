import type { ServerModule } from '../../core/http/module.ts';
import { homeRoutes } from './routes.ts';
import { systemRoutes } from './system-routes.ts';

/** The start page, the search over all areas and what the browser needs to start. */
export const homeModule: ServerModule = {
  name: 'home',
  areas: [],
  routes: [systemRoutes, homeRoutes],
};
