import { registerEditor, registerRecord } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerRecord('roles', { Overview: lazyPart(async () => (await import('./RoleRights.tsx')).RoleRights) });
registerEditor(
  'rights',
  lazyPart(async () => (await import('./RightsInput.tsx')).RightsInput),
);

export const roles: AreaRoutes = {
  area: 'roles',
  routes: [
    { path: '/settings/roles/list', title: 'menu.roles', icon: 'team', section: 'settings', group: 'access', mask: 'sys.roles.list' },
  ],
};
