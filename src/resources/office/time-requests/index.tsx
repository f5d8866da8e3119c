import type { AreaRoutes } from '../../../providers/routes.ts';

export const timeRequests: AreaRoutes = {
  area: 'timeRequests',
  routes: [{ path: '/oa/timeRequests', title: 'menu.timeRequests', icon: 'schedule', section: 'tools', mask: 'oa.timeRequest.list' }],
};
