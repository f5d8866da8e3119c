import { registerFormNote } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerFormNote(
  'settings',
  lazyPart(async () => (await import('./SettingHint.tsx')).SettingHint),
  true,
);

export const settings: AreaRoutes = {
  area: 'settings',
  routes: [
    { path: '/settings/list', title: 'menu.settings', icon: 'setting', section: 'settings', group: 'system', mask: 'sys.settings.list' },
  ],
};
