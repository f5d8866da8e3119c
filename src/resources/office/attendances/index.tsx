import { lazy } from 'react';
import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPage } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

const MASK = 'oa.attendance.list';
registerListHead(
  'attendances',
  lazy(() => import('./ClockHead.tsx').then((m) => ({ default: m.ClockHead }))),
);

export const attendances: AreaRoutes = {
  area: 'attendances',
  routes: [
    { path: '/oa/attendanceList', title: 'menu.attendances', icon: 'clock-circle', section: 'tools', mask: MASK },
    {
      path: '/oa/attendanceSheet',
      title: 'menu.attendanceSheet',
      icon: 'table',
      section: 'tools',
      mask: MASK,
      under: '/oa/attendanceList',
      page: lazyPage(async () => (await import('./SheetPage.tsx')).SheetPage),
    },
  ],
};
