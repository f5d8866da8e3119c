import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

const MessageDialog = lazyPart(async () => (await import('./MessageDialog.tsx')).MessageDialog);
registerDialog('messages.write', MessageDialog);

/** Below the personal pages, which everybody has. */
export const messages: AreaRoutes = {
  area: 'messages',
  routes: [{ path: '/personal/messages', title: 'menu.messages', icon: 'mail', section: 'home', mask: 'sys.messages.list' }],
  actions: [{ id: 'message', icon: 'mail', title: 'messages.actions.write', privilege: 'messages.send', dialog: MessageDialog }],
};
