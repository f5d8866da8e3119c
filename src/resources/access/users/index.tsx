import { registerDialog } from '../../../core/mask/dialogs.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'users.invitation',
  lazyPart(async () => (await import('./InviteDialog.tsx')).InviteDialog),
);
registerDialog(
  'users.security',
  lazyPart(async () => (await import('./SecurityDialog.tsx')).SecurityDialog),
);

export const users: AreaRoutes = {
  area: 'users',
  routes: [
    { path: '/carriergate/Users', title: 'menu.carrierUsers', icon: 'idcard', section: 'carriergate', mask: 'c5r.users.list' },
    { path: '/settings/users/list', title: 'menu.users', icon: 'user', section: 'settings', group: 'access', mask: 'sys.users.list' },
  ],
};
