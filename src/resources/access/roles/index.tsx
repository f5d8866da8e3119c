import { lazy } from 'react';
import { registerEditor, registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('roles', { Overview: lazy(() => import('./RoleRights.tsx').then((m) => ({ default: m.RoleRights }))) });
registerEditor(
  'rights',
  lazy(() => import('./RightsInput.tsx').then((m) => ({ default: m.RightsInput }))),
);

export const roles: AreaRoutes = {
  area: 'roles',
  routes: [
    { path: '/settings/roles/list', title: 'menu.roles', icon: 'team', section: 'settings', group: 'access', mask: 'sys.roles.list' },
  ],
};
