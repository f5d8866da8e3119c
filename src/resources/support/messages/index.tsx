import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

const MessageDialog = lazy(() => import('./MessageDialog.tsx').then((m) => ({ default: m.MessageDialog })));
registerDialog('messages.write', MessageDialog);

/** Below the personal pages, which everybody has. */
export const messages: AreaRoutes = {
  area: 'messages',
  routes: [{ path: '/personal/messages', title: 'menu.messages', icon: 'mail', section: 'home', mask: 'sys.messages.list' }],
  actions: [{ id: 'message', icon: 'mail', title: 'messages.actions.write', privilege: 'messages.send', dialog: MessageDialog }],
};
