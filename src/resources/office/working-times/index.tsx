import type { AreaRoutes } from '../../../providers/routes.ts';

export const workingTimes: AreaRoutes = {
  area: 'workingTimes',
  routes: [{ path: '/oa/workingTimes', title: 'menu.workingTimes', icon: 'schedule', section: 'tools', mask: 'oa.workingTime.list' }],
};
