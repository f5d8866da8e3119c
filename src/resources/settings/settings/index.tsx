import { lazy } from 'react';
import { registerFormNote } from '../../../core/mask/parts.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerFormNote(
  'settings',
  lazy(() => import('./SettingHint.tsx').then((m) => ({ default: m.SettingHint }))),
  true,
);

export const settings: AreaRoutes = {
  area: 'settings',
  routes: [
    { path: '/settings/list', title: 'menu.settings', icon: 'setting', section: 'settings', group: 'system', mask: 'sys.settings.list' },
  ],
};
