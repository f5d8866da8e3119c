import type { AreaRoutes } from '../../providers/routes.ts';

/** Below home, which everybody has. */
export const messages: AreaRoutes = {
  area: 'messages',
  routes: [{ path: '/home/messages', title: 'menu.messages', icon: 'mail', section: 'home', mask: 'sys.messages.list' }],
};
