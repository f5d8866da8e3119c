import { registerListHead } from '../../../core/mask/parts.ts';
import { lazyPart } from '../../../providers/chunks.ts';
import type { AreaRoutes } from '../../../providers/routes.ts';

const MASK = 'oa.attendance.list';
registerListHead(
  'attendances',
  lazyPart(async () => (await import('./ClockHead.tsx')).ClockHead),
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
      page: lazyPart(async () => (await import('./SheetPage.tsx')).SheetPage),
    },
  ],
};
