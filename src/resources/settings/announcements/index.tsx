import { lazy } from 'react';
import { registerRecord } from '../../../core/mask/parts.ts';
import { registerBanner } from '../../../layout/banners.tsx';
import type { AreaRoutes } from '../../../providers/routes.ts';

registerBanner(lazy(() => import('./News.tsx').then((m) => ({ default: m.News }))));
registerRecord('announcements', { Overview: lazy(() => import('./Readers.tsx').then((m) => ({ default: m.Readers }))), place: 'whole' });

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
