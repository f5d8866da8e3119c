import { lazy } from 'react';
import { registerDialog } from '../../mask/dialogs.ts';
import type { AreaRoutes } from '../../providers/routes.ts';

registerDialog(
  'oauthClients.secret',
  lazy(() => import('./SecretDialog.tsx').then((m) => ({ default: m.SecretDialog }))),
);

export const oauthClients: AreaRoutes = {
  area: 'oauthClients',
  routes: [{ path: '/settings/users/oauth2', title: 'menu.oauthClients', icon: 'api', section: 'settings', mask: 'sys.oauth2.list' }],
};
