import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('roles', { Overview: lazy(() => import('./RoleRights.tsx').then((m) => ({ default: m.RoleRights }))) });

export const roles: AreaRoutes = {
  area: 'roles',
  routes: [
    { path: '/settings/roles/list', title: 'menu.roles', icon: 'team', section: 'settings', group: 'access', mask: 'sys.roles.list' },
  ],
};
