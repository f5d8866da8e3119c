import { lazy } from 'react';
import { registerDialog } from '../../../mask/dialogs.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'messages.write',
  lazy(() => import('./MessageDialog.tsx').then((m) => ({ default: m.MessageDialog }))),
);

/** Below the personal pages, which everybody has. */
export const messages: AreaRoutes = {
  area: 'messages',
  routes: [{ path: '/personal/messages', title: 'menu.messages', icon: 'mail', section: 'home', mask: 'sys.messages.list' }],
};
