import { lazy } from 'react';
import { registerDialog } from '../../../core/mask/dialogs.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerDialog(
  'users.invitation',
  lazy(() => import('./InviteDialog.tsx').then((m) => ({ default: m.InviteDialog }))),
);
registerDialog(
  'users.security',
  lazy(() => import('./SecurityDialog.tsx').then((m) => ({ default: m.SecurityDialog }))),
);

export const users: AreaRoutes = {
  area: 'users',
  routes: [
    { path: '/carriergate/Users', title: 'menu.carrierUsers', icon: 'idcard', section: 'carriergate', mask: 'c5r.users.list' },
    { path: '/settings/users/list', title: 'menu.users', icon: 'user', section: 'settings', group: 'access', mask: 'sys.users.list' },
  ],
};
