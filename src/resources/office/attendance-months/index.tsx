import type { AreaRoutes } from '../../../providers/routes.ts';

export const attendanceMonths: AreaRoutes = {
  area: 'attendanceMonths',
  routes: [
    { path: '/oa/attendanceMonths', title: 'menu.attendanceMonths', icon: 'calendar', section: 'tools', mask: 'oa.attendanceMonth.list' },
  ],
};
