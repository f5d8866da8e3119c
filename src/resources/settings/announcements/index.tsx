import { registerRecord } from '../../../core/mask/parts.ts';
import { registerBanner } from '../../../layout/banners.tsx';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerBanner(lazyPart(async () => (await import('./News.tsx')).News));
registerRecord('announcements', { Overview: lazyPart(async () => (await import('./Readers.tsx')).Readers), place: 'whole' });

export const announcements: AreaRoutes = {
  area: 'announcements',
  routes: [
    {
      path: '/settings/announcements',
      title: 'menu.announcements',
      icon: 'notification',
      section: 'settings',
      group: 'system',
      mask: 'sys.announcements.list',
    },
  ],
};
