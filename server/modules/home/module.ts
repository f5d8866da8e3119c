import type { ServerModule } from '../../core/http/module.ts';
import { homeRoutes } from './routes.ts';
import { systemRoutes } from './system-routes.ts';

/** The home page, the search over all areas, and the calls needed to start the browser application. */
export const homeModule: ServerModule = {
  name: 'home',
  areas: [],
  routes: [systemRoutes, homeRoutes],
};
