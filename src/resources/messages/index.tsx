import type { AreaRoutes } from '../../providers/routes.ts';

/** Below the personal pages, which everybody has. */
export const messages: AreaRoutes = {
  area: 'messages',
  routes: [{ path: '/personal/messages', title: 'menu.messages', icon: 'mail', section: 'home', mask: 'sys.messages.list' }],
};
